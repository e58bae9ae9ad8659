"""CommonRoad files made by hand."""


def points(*places):
    return "".join(f"<point><x>{x}</x><y>{y}</y></point>" for x, y in places)


def lanelet(name, left, right, more=""):
    """A lanelet with these bounds, lists of (x, y), and more elements."""
    return (
        f'<lanelet id="{name}"><leftBound>{points(*left)}</leftBound>'
        f"<rightBound>{points(*right)}</rightBound>{more}</lanelet>"
    )


def straight(name, y, more="", start=0, end=100):
    """A lanelet eastwards, 4 m wide about y."""
    return lanelet(name, [(start, y + 2), (end, y + 2)], [(start, y - 2), (end, y - 2)], more)


def document(*content, version="2020a", step="0.1", attributes=""):
    return (
        f'<?xml version="1.0"?>\n<commonRoad commonRoadVersion="{version}" timeStepSize="{step}" '
        f'benchmarkID="TST_Made-1_1_T-1" {attributes}>\n' + "\n".join(content) + "\n</commonRoad>"
    ).encode()


def exact(**values):
    """Elements of a state with exact values."""
    return "".join(f"<{k}><exact>{v}</exact></{k}>" for k, v in values.items())


def state(tag, x, y, **values):
    return f"<{tag}><position>{points((x, y))}</position>{exact(**values)}</{tag}>"


CAR = "<type>car</type><shape><rectangle><length>4.5</length><width>1.8</width></rectangle></shape>"
