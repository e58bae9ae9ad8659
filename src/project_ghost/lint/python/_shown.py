"""Output for people: prints, logs, progress bars, pictures, measurements of the program itself."""

import ast
import re
from typing import TYPE_CHECKING

from ._purpose import draws, is_benchmark, is_measurement, is_picture, is_report, reports
from ._scopes import Function
from ._syntax import is_main_guard, snake, word

if TYPE_CHECKING:
    from ._module import Module

__all__ = [
    "MESSAGE_CALLS",
    "MESSAGE_NAMES",
    "in_output",
    "in_test",
    "is_beside",
    "is_demonstration",
    "is_for_show",
    "is_for_wait",
    "is_output",
    "is_program",
    "is_temporary",
    "is_vendored",
    "names_output",
    "shows",
    "uses_network",
]

_FUNCTIONS = frozenset(
    {
        "builtins.print",
        "pprint.pprint",
        "pprint.pp",
        "rich.print",
        "click.echo",
        "click.secho",
        "typer.echo",
        "warnings.warn",
        "sys.stdout.write",
        "sys.stderr.write",
        "sys.exit",
    }
)
_LOGGING = frozenset(
    """
    add_figure add_histogram add_image add_scalar add_scalars add_text critical debug error
    exception fatal info log log_metric log_metrics print record secho set_description set_postfix
    set_postfix_str trace warn warning write_line
    """.split()
)
# What logs: `logger`, `self._log`, `logging.getLogger(__name__)`, a console, a progress bar.
_LOGGERS = re.compile(
    r"(^|[._])(log|logger|logging|getlogger|console|pbar|progress|progress_bar|bar|tqdm|writer"
    r"|reporter|stdout|stderr)$",
    re.IGNORECASE,
)
# Calls that write a message, by their last word.
MESSAGE_CALLS = re.compile(
    r"^(abort\w*|critical|echo|error|exception|fail|fatal|info|print|raise_\w+|skip)$"
    r"|^(\w+_)?(debug|log|warn|warning)(_once)?$"
    r"|(Error|Exception|Warning)$"
)
# Variables and parameters that hold a message.
MESSAGE_NAMES = re.compile(
    r"(^|_)(m|reasons?|description|errors?|why\w*)$|(msg|message)s?(_?\d+)?$"
)
# Functions that write results or show them; a step may call them, and computes nothing by them.
_WRITES_OUTPUT = re.compile(
    r"(^|_)(export|save|dump|flush|checkpoint|suppress|silence|redirect)(_|$)|^_*log$"
)
# Names of files and folders that a program writes.
_OUTPUT = re.compile(
    r"(^|_)(file|files|filename|file_?path|folder|dir|directory|log_?dir|logfile|path|prefix|suffix"
    r"|run_name|exp_name|experiment_name|video|archive)(_(name|path|base|dir))?$"
)
_TEMPORARY = re.compile(r"(^|_)(tmp|temp|temporary|scratch|new_table|lock|lockfile)(_|$)")
# Folders and files beside a simulation: demonstrations, tools of developers, installation.
_BESIDE = re.compile(
    r"(^|\.)(demos?|\w*_?demo|demo_\w+|checks|(\w+_)?examples?|toys|tutorials?|devtools|docs|setup)(\.|$)"
)
_DEMONSTRATION = re.compile(r"^_*demo(_|$)|_demo$")
_MOCK = re.compile(r"(^|_)mock(_|$)")
_VENDORED = re.compile(r"(^|\.)_*(vendor|vendored|third_?party|externals?)(\.|$)")
# What drivers of hardware, servers and user interfaces import.
_OUTSIDE = frozenset(
    """
    aiohttp bleak bluetooth bpy busio can dash django fastapi flask gpiozero micropython pigpio
    pymodbus pyrealsense2 PyQt5 PyQt6 PySide2 PySide6 RPi serial smbus smbus2 spidev starlette
    streamlit tkinter tornado umachine usb vpython wx
    """.split()
)
# What talks to other machines imports.
_NETWORK = frozenset(
    """
    azure boto3 botocore docker grpc grpclib httpx kubernetes mavsdk paho pika pymavlink pymongo
    rclpy requests roslibpy rospy select selectors socket socketio socketserver ssl twisted urllib3
    websocket websockets xmlrpc zeroconf zmq
    """.split()
)
_DEVICES = re.compile(r"(^|\.)(devices?|hardware|firmware)(\.|$)")
_PARSERS = frozenset({"ArgumentParser", "OptionParser"})
_TEST = re.compile(
    r"(^|\.)_*(tests?|mocks?|mock_\w+|(\w+_)?testing|testing_\w+|unittest|testsuites?|pytests?|conftest|test_\w+|\w+_tests?"
    r"|\w+_test_cases?)(\.|$)"
)


def shows(module: "Module", call: ast.Call) -> bool:
    """Whether a call only shows its arguments to people, also by a function of this file."""
    return _shows_directly(module, call) or _only_shows(module, call)


def _only_shows(module: "Module", call: ast.Call) -> bool:
    """Whether all that a function of this file does is to show: `self.log_info(text)`."""
    functions = module.types.functions.get(module.qualify(call.func), ())
    return bool(functions) and all(
        _holds_output(module, function.body) and not module.tree.returns[function]
        for function in functions
    )


def _holds_output(module: "Module", statements: list[ast.stmt]) -> bool:
    """Whether there is output in some statements, and nothing else; a condition may guard it."""
    calls = False
    for statement in statements:
        match statement:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                continue
            case ast.Expr(value=ast.Call() as call) if _shows_directly(module, call):
                calls = True
            case ast.If(body=body, orelse=orelse) if _holds_output(module, body):
                calls = True
                if orelse and not _holds_output(module, orelse):
                    return False
            case _:
                return False
    return calls


def _shows_directly(module: "Module", call: ast.Call) -> bool:
    if module.qualify(call.func) in _FUNCTIONS:
        return True
    match call.func:
        case ast.Attribute(value=owner, attr=method) if method in _LOGGING:
            named = owner.func if isinstance(owner, ast.Call) else owner
            return _LOGGERS.search(word(named)) is not None
        case ast.Attribute(value=ast.Attribute(attr="stdout" | "stderr"), attr="write"):
            return True
        case ast.Attribute(value=owner, attr="write"):
            return re.search(r"(^|_)log(_?(file|fd|stream))?$", word(owner)) is not None
    return False


def is_for_show(module: "Module", node: ast.AST) -> bool:
    """Whether a function, class or file around a node draws, reports, or measures the program."""
    return any(ask(module, node) for ask in (is_picture, draws, is_report, is_measurement))


def is_output(name: str) -> bool:
    """Whether a function of this name draws, measures the program, or writes results."""
    return reports(name) or _WRITES_OUTPUT.search(snake(name)) is not None


def is_beside(module: "Module") -> bool:
    """Whether a file is beside a simulation: a demonstration, a driver, a server, an interface."""
    return _lies_beside(module) or not module.imported.isdisjoint(_OUTSIDE)


def _lies_beside(module: "Module") -> bool:
    return module.is_beside or _BESIDE.search(module.name.lower()) is not None


def is_demonstration(module: "Module", node: ast.AST) -> bool:
    """Whether a node is in a demonstration, benchmark or picture, or runs only as a program."""
    if _lies_beside(module) or is_picture(module, node):
        return True
    if is_benchmark(module, node) and not _is_of_problem(module, node):
        return True
    return any(
        is_main_guard(parent) or _demonstrates(module, parent) or _never_runs(module, parent)
        for parent in module.tree.ancestors(node)
    )


def _is_of_problem(module: "Module", node: ast.AST) -> bool:
    """Whether a node is in a class of a benchmark that reads no clock: a problem to solve."""
    around = module.tree.class_around(node)
    return around is not None and not any(
        parent is around
        for use in module.uses_below("time", "timeit")
        for parent in module.tree.ancestors(use.node)
    )


def _never_runs(module: "Module", node: ast.AST) -> bool:
    """Whether this is a test of a constant of the file that is False: `if DEBUG:`."""
    match node:
        case ast.If(test=ast.Name() as name):
            binding = module.tree.binding(name)
            values = [each.value for each in binding.definitions] if binding is not None else []
            is_false = len(values) == 1 and getattr(values[0], "value", None) is False
            return is_false and binding is not None and binding.scope is module.tree.module_scope
    return False


def _demonstrates(module: "Module", node: ast.AST) -> bool:
    """Whether a function makes mock data, or is called a demonstration and returns nothing."""
    if isinstance(node, Function) and _MOCK.search(snake(node.name)) is not None:
        return True
    return (
        isinstance(node, Function)
        and _DEMONSTRATION.search(snake(node.name)) is not None
        and not any(found.value for found in module.tree.returns[node])
    )


def is_vendored(module: "Module") -> bool:
    """Whether a file is a copy of another project's, which is mended there."""
    return _VENDORED.search(module.name) is not None


def uses_network(module: "Module") -> bool:
    """Whether a file talks to other machines or devices, whose answers come in real time."""
    return (
        _DEVICES.search(module.name) is not None
        or not module.imported.isdisjoint(_NETWORK)
        or ("google" in module.imported and _uses_cloud(module))
    )


def _uses_cloud(module: "Module") -> bool:
    """Whether a file imports a client of Google's cloud, unlike other packages of that name."""
    names = [alias.name for node in module.nodes(ast.Import) for alias in node.names]
    names += [f"{node.module}.{node.names[0].name}" for node in module.nodes(ast.ImportFrom)]
    return any(name.startswith("google.cloud") for name in names)


def is_program(module: "Module") -> bool:
    """Whether a file is a program of its own, which reads its command line and ends."""
    parsers = [call for call in module.nodes(ast.Call) if word(call.func) in _PARSERS]
    if any(module.tree.function(call) is None for call in parsers):
        return True
    return bool(parsers) and any(map(is_main_guard, module.source.tree.body))


def in_test(module: "Module") -> bool:
    """Whether a file is a test, which may change globals and classes for its own purposes."""
    return module.is_test or _TEST.search(module.name) is not None or _has_test_case(module)


def _has_test_case(module: "Module") -> bool:
    """Whether a class of a file derives from `unittest.TestCase`."""
    if "unittest" not in module.imported:
        return False
    return any(
        module.qualify(base) in ("unittest.TestCase", "unittest.IsolatedAsyncioTestCase")
        for each in module.nodes(ast.ClassDef)
        for base in each.bases
    )


def is_for_wait(module: "Module", node: ast.AST) -> bool:
    """Whether a value only decides how long the program waits: `sleep(1 + random())`."""
    if _is_slept(module, node):
        return True
    match module.tree.statement(node):
        case ast.Assign(targets=[ast.Name() as target]):
            loads = module.tree.loads(target)
            slept = [load for load in loads if _is_slept(module, load)]
            return bool(slept) and all(load in slept or in_output(module, load) for load in loads)
    return False


def _is_slept(module: "Module", node: ast.AST) -> bool:
    return any(
        isinstance(parent, ast.Call) and word(parent.func) == "sleep"
        for parent in module.tree.ancestors(node)
    )


def in_output(module: "Module", node: ast.AST) -> bool:
    """Whether a value is an argument, or a part of one, that is only shown to people."""
    return any(
        isinstance(parent, ast.Call) and shows(module, parent)
        for parent in module.tree.ancestors(node)
    )


def is_temporary(module: "Module", node: ast.AST) -> bool:
    """Whether a value names something temporary: a scratch file, a table that is renamed."""
    for parent in module.tree.ancestors(node):
        match parent:
            case ast.Assign(targets=[target]) if _TEMPORARY.search(word(target).lower()):
                return True
            case ast.Call() if (module.qualify(parent.func) or "").startswith("tempfile."):
                return True
            case ast.With(items=items):
                if any("tempfile." in ast.unparse(item.context_expr).lower() for item in items):
                    return True
    return in_test(module)


def names_output(module: "Module", node: ast.AST) -> bool:
    """Whether a value is a part of the name of a file or folder that a program writes."""
    is_text = False
    for parent in module.tree.ancestors(node):
        match parent:
            case ast.JoinedStr():
                is_text = True
            case ast.Call(func=func) if is_text and module.qualify(func) == "os.path.join":
                return True
            case ast.Call(func=func):
                is_text = is_text or word(func) in ("str", "strftime", "format")
            case ast.Assign(targets=[target]):
                return is_text and _OUTPUT.search(snake(word(target))) is not None
            case ast.keyword(arg="name"):
                call = module.parent(parent)  # of a process or thread
                return isinstance(call, ast.Call) and word(call.func) in ("Process", "Thread")
            case ast.keyword(arg=str(name)):
                return is_text and _OUTPUT.search(snake(name)) is not None
            case ast.stmt():
                return False
    return False
