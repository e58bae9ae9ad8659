"""A clean host: a planner with state that it saves, and helpers that it calls."""

import heapq
import json
from itertools import count
from pathlib import Path

from project_ghost.engine import Host


class Planner(Host):
    """Keeps a queue of goals in the order in which they were asked for."""

    def __init__(self, path: Path, random_source) -> None:
        self.weights = json.loads(path.read_text(encoding="utf-8"))
        self.noise = random_source.child("planner")
        self.serials = count()
        self.goals = []

    def output(self, observation, state=None):
        names = {actor.name for actor in observation.actors}
        ranked = sorted(names)
        plan = self.rank(ranked)
        # PLANT
        return plan

    def rank(self, names):
        heap = []
        for name in names:
            heapq.heappush(heap, (self.weights[name], next(self.serials), name))
        return [heapq.heappop(heap)[2] for _ in range(len(heap))]

    def save(self) -> bytes:
        return json.dumps([self.goals, str(self.serials)]).encode()

    def load(self, data: bytes) -> None:
        self.goals, _ = json.loads(data)
