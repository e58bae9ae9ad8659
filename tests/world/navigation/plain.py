"""Plain searches to hold ours against: slow, and without a heap."""

SQRT2 = 2.0**0.5


def dijkstra(start, edges):
    """The costs of the cheapest ways to all nodes, by looking for the least each time."""
    open_costs: dict[int, float] = {start: 0.0}
    closed: dict[int, float] = {}
    while open_costs:
        node = min(open_costs, key=lambda n: (open_costs[n], n))
        cost = closed[node] = open_costs.pop(node)
        for neighbour, step in edges(node):
            if neighbour not in closed:
                total = cost + value(step)
                if neighbour not in open_costs or total < open_costs[neighbour]:
                    open_costs[neighbour] = total
    return closed


def value(cost):
    """What a cost is worth. A path over cells is counted as straight + i diagonal steps."""
    return cost.real + cost.imag * SQRT2


def a_star(start, goal, edges, estimate):
    """A* whose queue is a list, searched for the least (f, h, number) each time."""
    cost = {start: 0.0}
    parent: dict[int, int] = {}
    h = estimate(start)
    waiting = [(value(h), value(h), 0, start)]
    done = set()
    count = 1
    while waiting:
        best = min(waiting, key=lambda entry: entry[:3])
        waiting.remove(best)
        node = best[3]
        if node == goal:
            path = [goal]
            while path[-1] != start:
                path.append(parent[path[-1]])
            return path[::-1]
        if node in done:
            continue
        done.add(node)
        for neighbour, step in edges(node):
            total = cost[node] + step
            if neighbour not in cost or value(total) < value(cost[neighbour]):
                cost[neighbour], parent[neighbour] = total, node
                h = estimate(neighbour)
                waiting.append((value(total + h), value(h), count, neighbour))
                count += 1
    return None


def grid_edges(free):
    rows, columns = free.shape

    def edges(cell):
        row, column = divmod(cell, columns)
        for down, right in ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)):
            r, c = row + down, column + right
            if not (0 <= r < rows and 0 <= c < columns and free[r, c]):
                continue
            if down and right and not (free[r, column] and free[row, c]):
                continue
            yield r * columns + c, 1j if down and right else 1.0

    return edges
