"use strict";
// Plays a recorded run. The page carries all data; nothing is fetched.
(async () => {
  const ABSENT = -2147483648;
  const $ = (id) => document.getElementById(id);
  const show = JSON.parse($("run-data").textContent);

  async function unpacked(pack) {
    const bytes = Uint8Array.from(atob(pack.data), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    const numbers = new Int32Array(await new Response(stream).arrayBuffer());
    const columns = [];
    for (let k = 0; k < pack.columns; k++) {
      const column = new Float64Array(pack.rows);
      let last = 0;
      for (let i = 0; i < pack.rows; i++) {
        const step = numbers[k * pack.rows + i];
        if (step === ABSENT) column[i] = NaN;
        else column[i] = (last += step) * pack.step;
      }
      columns.push(column);
    }
    return columns;
  }

  async function decode(run) {
    [run.times, run.xy, run.yaw] = [[], [], []];
    if (run.frames) {
      [run.times] = await unpacked(run.frames.times);
      run.xy = await unpacked(run.frames.xy);
      run.yaw = await unpacked(run.frames.yaw);
    }
    for (const belief of run.beliefs) {
      [belief.t] = await unpacked(belief.times);
      belief.p = await unpacked(belief.xy);
      [belief.a] = await unpacked(belief.yaw);
      belief.c = await unpacked(belief.covariance);
    }
    for (const plan of run.plans) if (plan.times) {
      [plan.t] = await unpacked(plan.times);
      plan.p = await unpacked(plan.points);
    }
    for (const detector of run.detections) {
      [detector.t] = await unpacked(detector.times);
      detector.o = await unpacked(detector.objects);
    }
    for (const series of run.series) {
      [series.t] = await unpacked(series.times);
      [series.v] = await unpacked(series.values);
    }
    run.index = new Map(run.actors.map((actor, i) => [actor.name, i]));
    return run;
  }

  for (const run of show.runs) await decode(run);
  if (show.difference) {
    [show.difference.t] = await unpacked(show.difference.times);
    show.difference.v = await unpacked(show.difference.distances);
  }

  let end = Math.max(0, ...show.runs.map((run) => run.times[run.times.length - 1] || 0));
  let begin = Math.min(...show.runs.map((run) => run.times[0] || 0));
  const state = { t: begin, playing: false, speed: 1, follow: "", scale: 1, x: 0, y: 0, fitted: true };
  const scene = $("scene"), ink = scene.getContext("2d");
  const plot = $("plot"), pen = plot.getContext("2d");
  const chosen = [];
  let colours = {}, width = 1, height = 1, ratio = 1, dirty = true, last = 0, frames = 0;
  let running = false; // whether more of the run is to come

  function place(times, t) { // the frame at or before a time, and the share of the next
    let low = 0, high = times.length - 1;
    if (high < 0) return [0, 0, 0];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (times[middle] <= t + 1e-9) low = middle; else high = middle - 1;
    }
    const next = Math.min(low + 1, times.length - 1);
    const gap = times[next] - times[low];
    return [low, next, gap > 0 ? Math.min(1, Math.max(0, (t - times[low]) / gap)) : 0];
  }

  function turned(a, b, share) {
    let way = b - a;
    way -= 2 * Math.PI * Math.round(way / (2 * Math.PI));
    return a + share * way;
  }

  function pose(run, i, t) { // the place in time is the same for all actors of a frame
    if (!run.at || run.at.t !== t || run.at.count !== run.times.length)
      run.at = { t, count: run.times.length, place: place(run.times, t) };
    const [k, next, share] = run.at.place;
    const x = run.xy[2 * i], y = run.xy[2 * i + 1], yaw = run.yaw[i];
    if (!(x[k] === x[k])) return null; // absent, or before the first frame
    if (Number.isNaN(x[next]) || share === 0) return [x[k], y[k], yaw[k]];
    return [x[k] + share * (x[next] - x[k]), y[k] + share * (y[next] - y[k]),
      turned(yaw[k], yaw[next], share)];
  }

  // ------------------------------------------------------------------- the map, drawn once
  function path(points, closed) {
    const line = new Path2D();
    for (let i = 0; i < points.length; i += 2)
      i ? line.lineTo(points[i], points[i + 1]) : line.moveTo(points[i], points[i + 1]);
    if (closed) line.closePath();
    return line;
  }
  const ground = show.map.lanes ? {
    areas: show.map.areas.map((each) => path(each, true)),
    lanes: show.map.lanes.map((lane) => [lane.drivable, path(lane.outline, true)]),
    middles: show.map.middles.map((each) => path(each, false)),
    crossings: show.map.crossings.map((each) => path(each, true)),
    stops: show.map.stops.map((each) => path(each, false)),
    obstacles: show.map.obstacles.map((each) => path(each, true)),
  } : null;

  // ------------------------------------------------------------------------------ the view
  function readColours() {
    const style = getComputedStyle(document.documentElement);
    const names = ["ink", "soft", "ground", "line", "bad", "good", "note", "focus", "field",
      "road", "walk", "paint", "block"];
    colours = Object.fromEntries(names.map((n) => [n, style.getPropertyValue(`--${n}`).trim()]));
    colours.series = style.getPropertyValue("--series").trim().split(" ");
    dirty = true;
  }
  const seriesColour = (i) => colours.series[i % colours.series.length];
  const actorColour = (run, i) => run.actors.length > 40 ? colours.series[0] : seriesColour(i);

  function fit() {
    let west = Infinity, south = Infinity, east = -Infinity, north = -Infinity;
    for (const run of show.runs) for (let i = 0; i < run.actors.length; i++) {
      const x = run.xy[2 * i], y = run.xy[2 * i + 1];
      for (let k = 0; k < x.length; k++) if (!Number.isNaN(x[k])) {
        west = Math.min(west, x[k]); east = Math.max(east, x[k]);
        south = Math.min(south, y[k]); north = Math.max(north, y[k]);
      }
    }
    if (!(east >= west)) [west, south, east, north] = [-10, -10, 10, 10];
    const margin = 8;
    state.x = 0.5 * (west + east); state.y = 0.5 * (south + north);
    state.scale = Math.min(width / (east - west + 2 * margin), height / (north - south + 2 * margin));
    state.fitted = true;
    dirty = true;
  }

  function resize() {
    ratio = window.devicePixelRatio || 1;
    for (const canvas of [scene, plot]) {
      const w = Math.round(canvas.clientWidth * ratio), h = Math.round(canvas.clientHeight * ratio);
      if (canvas.width === w && canvas.height === h) continue; // setting a size clears the canvas
      canvas.width = w; canvas.height = h;
      dirty = true;
    }
    width = scene.clientWidth; height = scene.clientHeight;
  }
  function redraw() { // a changed size is drawn in the same frame, so that nothing flickers
    resize();
    if (dirty) { dirty = false; draw(); frames++; }
  }

  function world() { // metres, north up
    const s = state.scale * ratio;
    ink.setTransform(s, 0, 0, -s, scene.width / 2 - s * state.x, scene.height / 2 + s * state.y);
  }
  const onScreen = (x, y) => [width / 2 + state.scale * (x - state.x),
    height / 2 - state.scale * (y - state.y)];

  function drawGround() {
    if (!ground) return;
    world();
    ink.fillStyle = colours.walk;
    for (const area of ground.areas) ink.fill(area);
    for (const [drivable, lane] of ground.lanes) {
      ink.fillStyle = drivable ? colours.road : colours.walk;
      ink.fill(lane);
    }
    ink.fillStyle = colours.paint; ink.globalAlpha = 0.5;
    for (const crossing of ground.crossings) ink.fill(crossing);
    ink.strokeStyle = colours.paint; ink.globalAlpha = 0.6;
    ink.lineWidth = Math.max(0.12, 0.6 / state.scale); ink.setLineDash([2, 3]);
    for (const middle of ground.middles) ink.stroke(middle);
    ink.setLineDash([]); ink.globalAlpha = 1;
    ink.lineWidth = Math.max(0.3, 1 / state.scale);
    for (const stop of ground.stops) ink.stroke(stop);
    ink.fillStyle = colours.block;
    for (const obstacle of ground.obstacles) ink.fill(obstacle);
  }

  function drawLights(run) {
    const shades = { red: "#d33", amber: "#e6a100", yellow: "#e6a100", green: "#2a9d3f" };
    for (const [name, changes] of Object.entries(run.lights)) {
      const at = show.map.lights && show.map.lights[name];
      if (!at) continue;
      let colour = null;
      for (const [t, shade] of changes) if (t <= state.t + 1e-9) colour = shade;
      ink.setTransform(ratio, 0, 0, ratio, 0, 0);
      const [x, y] = onScreen(at[0], at[1]);
      ink.beginPath(); ink.arc(x, y, 5, 0, 7); ink.fillStyle = shades[colour] || colours.soft;
      ink.fill(); ink.strokeStyle = colours.ground; ink.lineWidth = 1.5; ink.stroke();
    }
  }

  function drawTrail(run, i, colour) {
    const [k] = place(run.times, state.t);
    let from = k;
    while (from > 0 && run.times[k] - run.times[from - 1] <= 5) from--;
    ink.beginPath();
    let open = false;
    for (let j = from; j <= k; j++) {
      const x = run.xy[2 * i][j], y = run.xy[2 * i + 1][j];
      if (Number.isNaN(x)) { open = false; continue; }
      open ? ink.lineTo(x, y) : ink.moveTo(x, y);
      open = true;
    }
    const now = pose(run, i, state.t);
    if (open && now) ink.lineTo(now[0], now[1]);
    ink.strokeStyle = colour; ink.globalAlpha = 0.45;
    ink.lineWidth = 1.6 / state.scale; ink.stroke(); ink.globalAlpha = 1;
  }

  function drawBody(actor, at, colour, outline) {
    const s = state.scale * ratio;
    const c = Math.cos(at[2]) * s, d = Math.sin(at[2]) * s;
    const [x, y] = onScreen(at[0], at[1]);
    ink.setTransform(c, -d, -d, -c, x * ratio, y * ratio);
    const least = 6 / state.scale; // at least six pixels
    const l = Math.max(actor.length, least), w = Math.max(actor.width, least);
    const small = l * state.scale < 12;
    ink.beginPath();
    if (actor.round) ink.arc(0, 0, 0.5 * l, 0, 7); else ink.rect(-0.5 * l, -0.5 * w, l, w);
    ink.lineWidth = 1.5 / state.scale;
    if (outline) { ink.strokeStyle = colour; ink.stroke(); }
    else {
      ink.fillStyle = colour; ink.fill();
      if (!small) { ink.strokeStyle = colours.ground; ink.stroke(); }
    }
    ink.beginPath(); // the heading
    if (small) { // a line ahead of a dot
      ink.moveTo(0, 0); ink.lineTo(1.2 * l, 0);
      ink.strokeStyle = colour; ink.stroke();
      return;
    }
    ink.moveTo(0.5 * l, 0); ink.lineTo(0.2 * l, 0.35 * w); ink.lineTo(0.2 * l, -0.35 * w);
    ink.closePath();
    if (outline) ink.stroke(); else { ink.fillStyle = colours.ground; ink.fill(); }
  }

  const labels = new Map(); // the widths of names
  function drawName(name, at, taken) {
    ink.setTransform(ratio, 0, 0, ratio, 0, 0);
    const [x, y] = onScreen(at[0], at[1]);
    if (x < -200 || y < -20 || x > width + 20 || y > height + 20) return;
    ink.font = "12px system-ui,sans-serif";
    if (!labels.has(name)) labels.set(name, ink.measureText(name).width);
    const wide = labels.get(name);
    // A name that would cover another is left out, unless somebody follows it.
    const free = taken.every(([a, b, w]) => x > a + w || a > x + wide || Math.abs(y - b) > 13);
    if (!free && name !== state.follow) return;
    taken.push([x, y, wide]);
    ink.lineWidth = 3; ink.strokeStyle = colours.ground; ink.fillStyle = colours.ink;
    ink.strokeText(name, x + 8, y - 8); ink.fillText(name, x + 8, y - 8);
  }

  function drawBelief(run, belief, shade) {
    const [k] = place(belief.t, state.t);
    if (!(belief.t[k] <= state.t + 1e-9)) return;
    const x = belief.p[0][k], y = belief.p[1][k];
    const i = run.index.get(belief.actor);
    const actor = i === undefined ? { length: 4, width: 2, round: false } : run.actors[i];
    drawBody(actor, [x, y, belief.a[k]], shade, true);
    const [xx, xy, yy] = belief.c.map((column) => column[k]);
    if (Number.isNaN(xx)) return;
    const middle = 0.5 * (xx + yy), half = Math.hypot(0.5 * (xx - yy), xy); // three sigma
    world();
    ink.beginPath();
    ink.ellipse(x, y, 3 * Math.sqrt(Math.max(0, middle + half)),
      3 * Math.sqrt(Math.max(0, middle - half)), 0.5 * Math.atan2(2 * xy, xx - yy), 0, 7);
    ink.strokeStyle = shade; ink.lineWidth = 1.5 / state.scale; ink.setLineDash([4 / state.scale]);
    ink.stroke(); ink.setLineDash([]);
  }

  function drawPlan(run, plan) {
    const i = run.index.get(plan.actor);
    if (!plan.t && state.follow !== plan.actor) return;
    ink.beginPath();
    if (plan.t) {
      const [k] = place(plan.t, state.t);
      for (let j = 0; j + 1 < plan.p.length; j += 2) {
        const x = plan.p[j][k], y = plan.p[j + 1][k];
        if (Number.isNaN(x)) break;
        j ? ink.lineTo(x, y) : ink.moveTo(x, y);
      }
    } else for (let j = 0; j < plan.path.length; j += 2)
      j ? ink.lineTo(plan.path[j], plan.path[j + 1]) : ink.moveTo(plan.path[j], plan.path[j + 1]);
    ink.strokeStyle = i === undefined ? colours.focus : actorColour(run, i);
    ink.lineWidth = Math.max(0.15, 2 / state.scale); ink.globalAlpha = plan.t ? 0.9 : 0.5;
    ink.setLineDash(plan.t ? [] : [1, 1]); ink.stroke(); ink.setLineDash([]); ink.globalAlpha = 1;
  }

  function drawDetections(run, detector, shade) { // where the carrier saw things, when it did
    const [k] = place(detector.t, state.t), i = run.index.get(detector.actor);
    if (i === undefined || !(detector.t[k] <= state.t + 1e-9)) return;
    if (state.t - detector.t[k] > 1) return; // of long ago
    const from = pose(run, i, detector.t[k]);
    if (!from) return;
    const c = Math.cos(from[2]), d = Math.sin(from[2]);
    ink.setTransform(ratio, 0, 0, ratio, 0, 0);
    ink.strokeStyle = shade; ink.lineWidth = 1.5;
    ink.beginPath();
    for (let j = 0; j + 2 < detector.o.length; j += 3) {
      const ahead = detector.o[j][k], left = detector.o[j + 1][k];
      if (Number.isNaN(ahead)) break;
      const [x, y] = onScreen(from[0] + c * ahead - d * left, from[1] + d * ahead + c * left);
      const yaw = from[2] + detector.o[j + 2][k];
      ink.moveTo(x + 6, y); ink.lineTo(x, y - 6); ink.lineTo(x - 6, y); ink.lineTo(x, y + 6);
      ink.closePath();
      ink.moveTo(x, y); ink.lineTo(x + 11 * Math.cos(yaw), y - 11 * Math.sin(yaw));
    }
    ink.stroke();
  }

  function drawContacts(run) {
    ink.setTransform(ratio, 0, 0, ratio, 0, 0);
    ink.strokeStyle = colours.bad; ink.lineWidth = 3;
    for (const event of run.events) if (event.at && event.t <= state.t + 1e-9) {
      const [x, y] = onScreen(event.at[0], event.at[1]), r = 8;
      ink.beginPath(); ink.moveTo(x - r, y - r); ink.lineTo(x + r, y + r);
      ink.moveTo(x - r, y + r); ink.lineTo(x + r, y - r); ink.stroke();
    }
  }

  function draw() {
    if (state.follow) {
      const i = show.runs[0].index.get(state.follow);
      const at = i === undefined ? null : pose(show.runs[0], i, state.t);
      if (at) [state.x, state.y] = at;
    }
    ink.setTransform(1, 0, 0, 1, 0, 0);
    ink.fillStyle = colours.field; ink.fillRect(0, 0, scene.width, scene.height);
    drawGround();
    show.runs.forEach((run, n) => {
      const many = run.actors.length > 60, taken = [];
      world();
      for (const plan of run.plans) drawPlan(run, plan);
      if (!many) for (let i = 0; i < run.actors.length; i++) {
        world(); drawTrail(run, i, n ? colours.bad : actorColour(run, i));
      }
      for (let i = 0; i < run.actors.length; i++) {
        const at = pose(run, i, state.t);
        if (!at) continue;
        const colour = n ? colours.bad : actorColour(run, i);
        drawBody(run.actors[i], at, colour, n > 0);
        if (!n && (!many || run.actors[i].name === state.follow)) drawName(run.actors[i].name, at, taken);
      }
      run.beliefs.forEach((belief, b) => drawBelief(run, belief, seriesColour(b + 1)));
      run.detections.forEach((detector) => {
        const i = run.index.get(detector.actor);
        drawDetections(run, detector, n ? colours.bad : i === undefined ? colours.ink : actorColour(run, i));
      });
      drawLights(run);
      drawContacts(run);
    });
    drawPlot();
    writeClock();
  }

  // ----------------------------------------------------------------------------- the plots
  function allSeries() {
    const all = [];
    show.runs.forEach((run, n) => run.series.forEach((series) =>
      all.push({ ...series, name: (n ? `${show.runs[n].label}: ` : "") + series.name })));
    if (show.difference) show.difference.names.forEach((name, i) => all.push({
      name: `${name} apart`, unit: "m", t: show.difference.t, v: show.difference.v[i] }));
    return all;
  }
  const catalogue = allSeries();

  function drawPlot() {
    const w = plot.clientWidth, h = plot.clientHeight, left = 52, bottom = 18;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, w, h);
    pen.font = "11px system-ui,sans-serif";
    let low = Infinity, high = -Infinity;
    for (const n of chosen) for (const v of catalogue[n].v)
      if (!Number.isNaN(v)) { low = Math.min(low, v); high = Math.max(high, v); }
    if (!(high >= low)) [low, high] = [0, 1];
    if (high - low < 1e-12) [low, high] = [low - 0.5, high + 0.5];
    const x = (t) => left + (w - left - 8) * (t - begin) / Math.max(1e-9, end - begin);
    const y = (v) => 6 + (h - bottom - 6) * (high - v) / (high - low);
    pen.strokeStyle = colours.line; pen.fillStyle = colours.soft; pen.lineWidth = 1;
    for (const share of [0, 0.5, 1]) {
      const v = low + share * (high - low);
      pen.beginPath(); pen.moveTo(left, y(v)); pen.lineTo(w - 8, y(v)); pen.stroke();
      pen.textAlign = "right"; pen.fillText(Number(v.toPrecision(3)), left - 5, y(v) + 4);
    }
    pen.textAlign = "center";
    for (const share of [0, 0.25, 0.5, 0.75, 1])
      pen.fillText(`${Number((begin + share * (end - begin)).toFixed(2))} s`,
        x(begin + share * (end - begin)) + (share === 1 ? -14 : 0), h - 4);
    chosen.forEach((n, k) => {
      const { t, v } = catalogue[n];
      pen.beginPath(); pen.strokeStyle = seriesColour(k); pen.lineWidth = 1.6;
      let open = false;
      for (let i = 0; i < t.length; i++) {
        if (Number.isNaN(v[i])) { open = false; continue; }
        open ? pen.lineTo(x(t[i]), y(v[i])) : pen.moveTo(x(t[i]), y(v[i]));
        open = true;
      }
      pen.stroke();
    });
    if (show.difference && show.difference.parts_at !== null) {
      pen.strokeStyle = colours.focus; pen.setLineDash([3, 3]); pen.beginPath();
      pen.moveTo(x(show.difference.parts_at), 0); pen.lineTo(x(show.difference.parts_at), h - bottom);
      pen.stroke(); pen.setLineDash([]);
    }
    pen.strokeStyle = colours.ink; pen.beginPath();
    pen.moveTo(x(state.t), 0); pen.lineTo(x(state.t), h - bottom); pen.stroke();
    chosen.forEach((n, k) => {
      const { t, v, unit } = catalogue[n], [i] = place(t, state.t);
      const button = $("chosen").children[k];
      if (button) button.lastChild.textContent =
        ` ${Number.isNaN(v[i]) || v[i] === undefined ? "–" : Number(v[i].toPrecision(5))} ${unit} ×`;
    });
  }

  function choose(n) {
    if (chosen.includes(n)) chosen.splice(chosen.indexOf(n), 1);
    else if (chosen.length < 8) chosen.push(n);
    $("chosen").replaceChildren(...chosen.map((each, k) => {
      const button = document.createElement("button");
      button.style.color = seriesColour(k);
      button.append(catalogue[each].name, document.createElement("span"));
      button.title = "remove from the plot";
      button.onclick = () => choose(each);
      return button;
    }));
    dirty = true;
  }

  // -------------------------------------------------------------------------- the controls
  const fine = (t) => t.toFixed(2);
  function writeClock() {
    $("clock").textContent = `${fine(state.t)} s of ${fine(end)} s`;
    $("slider").value = state.t;
    $("play").textContent = state.playing ? "Pause" : "Play";
    const near = show.runs.flatMap((run) => run.events)
      .filter((event) => Math.abs(event.t - state.t) < 0.5)
      .map((event) => `${fine(event.t)} s ${event.kind}: ${event.text}`);
    $("tip").textContent = [...new Set(near)].slice(0, 3).join(" · ");
  }
  function seek(t) {
    state.t = Math.min(end, Math.max(begin, t));
    dirty = true;
    if (!state.playing) keep();
  }
  function keep() { // a link to this moment
    const parts = [`t=${Number(state.t.toFixed(3))}`];
    try { if (state.follow) parts.push(`follow=${encodeURIComponent(state.follow)}`); }
    catch { /* half a character: no link can hold such a name */ }
    history.replaceState(null, "", `#${parts.join("&")}`);
  }
  function play(on) {
    if (on && state.t >= end - 1e-9 && !running) state.t = begin;
    state.playing = on; last = 0; dirty = true;
    if (!on) keep();
  }
  function step(direction) {
    const times = show.runs[0].times;
    const [k] = place(times, state.t);
    const at = Math.abs(times[k] - state.t) < 1e-6;
    const next = direction > 0 ? k + 1 : at ? k - 1 : k;
    state.playing = false;
    seek(times[Math.min(times.length - 1, Math.max(0, next))]);
  }
  function follow(name) {
    state.follow = show.runs[0].index.has(name) ? name : "";
    $("follow").value = state.follow;
    if (state.follow) state.scale = Math.max(state.scale, 6);
    dirty = true; keep();
  }
  function zoom(factor, cx = width / 2, cy = height / 2) {
    const x = state.x + (cx - width / 2) / state.scale, y = state.y - (cy - height / 2) / state.scale;
    state.scale = Math.min(400, Math.max(0.02, state.scale * factor));
    state.fitted = false;
    if (!state.follow) {
      state.x = x - (cx - width / 2) / state.scale;
      state.y = y + (cy - height / 2) / state.scale;
    }
    dirty = true;
  }
  function fromLink() {
    const link = new URLSearchParams(location.hash.slice(1));
    if (link.has("follow")) { state.follow = ""; follow(link.get("follow")); }
    if (link.has("t") && Number.isFinite(Number(link.get("t")))) seek(Number(link.get("t")));
  }

  const speeds = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16];
  for (const speed of speeds) $("speed").add(new Option(`${speed} ×`, speed, speed === 1, speed === 1));
  $("follow").add(new Option("follow nobody", ""));
  for (const actor of show.runs[0].actors) $("follow").add(new Option(actor.name, actor.name));
  $("signal").add(new Option("plot a signal", ""));
  const offer = (series, n) => $("signal").add(new Option(
    series.unit ? `${series.name} (${series.unit})` : series.name, n));
  catalogue.forEach(offer);
  Object.assign($("slider"), { min: begin, max: end, step: "any" });
  function drawMarks() {
    const marks = show.runs.flatMap((run) => run.events.map((event) => [event.kind, event.t]));
    if (show.difference && show.difference.parts_at !== null)
      marks.push(["parts", show.difference.parts_at]);
    $("marks").replaceChildren(...marks.map(([kind, t]) => {
      const mark = document.createElement("i");
      mark.className = kind;
      mark.style.left = `${100 * (t - begin) / Math.max(1e-9, end - begin)}%`;
      return mark;
    }));
  }
  drawMarks();
  $("play").onclick = () => play(!state.playing);
  $("back").onclick = () => step(-1);
  $("forward").onclick = () => step(1);
  $("fit").onclick = () => { follow(""); fit(); };
  $("theme").onclick = () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    readColours();
  };
  $("speed").onchange = (event) => { state.speed = Number(event.target.value); };
  $("follow").onchange = (event) => follow(event.target.value);
  $("signal").onchange = (event) => {
    if (event.target.value !== "") choose(Number(event.target.value));
    event.target.value = "";
  };
  $("slider").oninput = (event) => { state.playing = false; seek(Number(event.target.value)); };
  plot.onpointerdown = plot.onpointermove = (event) => {
    if (event.type === "pointermove" && !event.buttons) return;
    const share = (event.offsetX - 52) / Math.max(1, plot.clientWidth - 60);
    state.playing = false;
    seek(begin + share * (end - begin));
  };
  scene.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(Math.exp(-0.0015 * event.deltaY), event.offsetX, event.offsetY);
  }, { passive: false });
  const fingers = new Map();
  scene.onpointerdown = (event) => {
    scene.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, [event.offsetX, event.offsetY]);
  };
  scene.onpointerup = scene.onpointercancel = (event) => fingers.delete(event.pointerId);
  scene.onpointermove = (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = [event.offsetX, event.offsetY];
    if (fingers.size === 2) {
      const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      const gap = (a) => Math.hypot(a[0] - other[0], a[1] - other[1]);
      if (gap(before) > 1) zoom(gap(now) / gap(before), other[0], other[1]);
    } else if (!state.follow) {
      state.x -= (now[0] - before[0]) / state.scale;
      state.y += (now[1] - before[1]) / state.scale;
      state.fitted = false; dirty = true;
    }
    fingers.set(event.pointerId, now);
  };
  document.addEventListener("keydown", (event) => {
    const tag = event.target.tagName;
    if (event.ctrlKey || event.metaKey || event.altKey || tag === "SELECT") return;
    if (event.key === " " && (tag === "BUTTON" || tag === "SUMMARY")) return; // it presses them
    const keys = {
      " ": () => play(!state.playing),
      ArrowRight: () => (event.shiftKey ? seek(state.t + 1) : step(1)),
      ArrowLeft: () => (event.shiftKey ? seek(state.t - 1) : step(-1)),
      Home: () => seek(begin),
      End: () => seek(end),
      "+": () => zoom(1.25),
      "-": () => zoom(0.8),
      0: () => { follow(""); fit(); },
      f: () => {
        const names = ["", ...show.runs[0].actors.map((actor) => actor.name)];
        follow(names[(names.indexOf(state.follow) + 1) % names.length]);
      },
      d: () => $("theme").click(),
    };
    if (event.key in keys) { event.preventDefault(); keys[event.key](); }
  });

  // ---------------------------------------------------- a run that is not over: its server
  function extend(old, more) { // arrays that grow; those of the page have a fixed size
    const grown = Array.isArray(old) ? old : Array.from(old);
    for (const value of more) grown.push(value);
    return grown;
  }
  function column(columns, i, count) { // a column, absent up to now if it is new
    return columns[i] || (columns[i] = new Array(count).fill(NaN));
  }
  function byName(list, more, name, fields) { // lists of things that have times
    for (const part of more) {
      const known = part.t && list.find((each) => each.t && name(each) === name(part));
      if (!known) { list.push(part); continue; }
      const count = known.t.length;
      for (const field of fields) {
        if (field === "t" || !Array.isArray(part[field])) {
          known[field] = extend(known[field], part[field]);
          continue;
        }
        const wide = Math.max(known[field].length, part[field].length);
        for (let i = 0; i < wide; i++)
          known[field][i] = extend(column(known[field], i, count),
            part[field][i] || new Array(part.t.length).fill(NaN));
      }
    }
  }
  function append(run, part) {
    const count = run.times.length, fresh = part.times.length;
    part.actors.forEach((actor) => {
      const known = run.index.get(actor.name);
      if (known !== undefined) {
        if (!actor.guessed) run.actors[known] = actor;
        return;
      }
      run.index.set(actor.name, run.actors.length);
      run.actors.push(actor);
      $("follow").add(new Option(actor.name, actor.name));
    });
    run.times = extend(run.times, part.times);
    const absent = new Array(fresh).fill(NaN);
    run.actors.forEach((actor, i) => {
      const j = part.index.get(actor.name);
      for (const [columns, more, stride] of [[run.xy, part.xy, 2], [run.yaw, part.yaw, 1]])
        for (let c = 0; c < stride; c++)
          columns[stride * i + c] = extend(column(columns, stride * i + c, count),
            j === undefined ? absent : more[stride * j + c]);
    });
    for (const [light, changes] of Object.entries(part.lights))
      (run.lights[light] = run.lights[light] || []).push(...changes);
    run.events.push(...part.events);
    byName(run.beliefs, part.beliefs, (each) => each.name, ["t", "p", "a", "c"]);
    byName(run.plans, part.plans, (each) => each.actor, ["t", "p"]);
    byName(run.detections, part.detections, (each) => each.name, ["t", "o"]);
    const before = run.series.length;
    byName(run.series, part.series, (each) => each.name, ["t", "v"]);
    run.series.slice(before, 120).forEach((series) => {
      catalogue.push(series);
      offer(series, catalogue.length - 1);
    });
  }
  function listen() {
    const run = show.runs[0], source = new EventSource("events");
    const say = (text) => { $("live").textContent = text; };
    let waiting = Promise.resolve(), outcome = "the run is over", note = "";
    running = true;
    const take = async (data) => {
      if (data.outcome !== undefined) outcome = data.outcome;
      if (!data.part) return;
      const first = !run.times.length;
      append(run, await decode(data.part));
      if (!run.times.length) return;
      begin = run.times[0]; end = run.times[run.times.length - 1];
      Object.assign($("slider"), { min: begin, max: end });
      if (data.thinned > 1) note = `, thinned: one frame for ${data.thinned} recorded instants`;
      say(`running, ${fine(end)} s so far${note}`);
      drawMarks();
      if (state.fitted && !state.follow) fit(); // actors may have left the window
      if (first) {
        fit(); chooseFirst(); fromLink();
        if (!location.hash) { state.t = begin; play(true); }
      }
      dirty = true;
    };
    // One after the other, in their order: decoding takes time.
    source.onmessage = (event) => { waiting = waiting.then(() => take(JSON.parse(event.data))); };
    source.addEventListener("end", () => {
      source.close();
      waiting.then(() => { running = false; say(outcome + note); dirty = true; });
    });
    source.onerror = () => { if (running) say("the run cannot be reached; trying again"); };
  }

  function tick(now) {
    if (state.playing) {
      if (last) state.t = Math.min(end, state.t + state.speed * (now - last) / 1000);
      last = now;
      dirty = true;
      if (state.t >= end && !running) play(false); // a run that goes on is waited for
    }
    redraw();
    requestAnimationFrame(tick);
  }

  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", readColours);
  window.addEventListener("hashchange", fromLink);
  readColours(); resize(); fit();
  function chooseFirst() {
    const found = catalogue.map((series, n) => [n, series.name]);
    const first = found.filter(([, name]) => /( apart$)|(^score so far)/.test(name)).slice(0, 4);
    const speeds = found.filter(([, name]) => /^(?!score ).* speed$/.test(name)).slice(0, 3);
    for (const [n] of first.length ? first : speeds) choose(n);
  }
  chooseFirst();
  fromLink();
  if (show.live) listen();
  // For tests, and for those who want to script the page.
  window.ghostView = { state, show, seek, play, step, follow, fit, pose: (name, n = 0) =>
    pose(show.runs[n], show.runs[n].index.get(name), state.t), frames: () => frames,
    end: () => end, running: () => running };
  requestAnimationFrame(tick);
})();
