"""Output for people: prints, logs, progress bars, pictures, measurements of the program itself."""

import ast
import re
from typing import TYPE_CHECKING

from ._scopes import Function
from ._syntax import snake, word

if TYPE_CHECKING:
    from ._module import Module

__all__ = [
    "MESSAGE_CALLS",
    "MESSAGE_NAMES",
    "in_test",
    "is_beside",
    "is_for_show",
    "is_temporary",
    "names_output",
    "shows",
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
    add_scalar critical debug error exception fatal info log log_metric log_metrics print record
    secho set_description set_postfix set_postfix_str trace warn warning write_line
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
    r"^(critical|debug|echo|error|exception|fail|fatal|info|log|print|skip|warn|warning)$"
    r"|(Error|Exception|Warning)$"
)
# Variables and parameters that hold a message.
MESSAGE_NAMES = re.compile(r"(^|_)(m|reason|description)$|(msg|message)s?$")
# Functions, classes and files that draw, or that measure the program.
_FOR_SHOW = re.compile(
    r"(^|_)(render\w*|draw\w*|plot\w*|animat\w*|viewer|visuali[sz]\w*|graphics|gui"
    r"|bench\w*|\w*profil(e|er|ing)|\w*prof|perf|performance|stopwatch|timer|timing|fps|throughput"
    r"|logger|reporting|progress\w*|tensorboard|wandb|telemetry|tracing)(_|$)"
)
# Names of files and folders that a program writes.
_OUTPUT = re.compile(
    r"(^|_)(file|files|filename|file_?path|folder|dir|directory|log_?dir|logfile|path|prefix|suffix"
    r"|run_name|exp_name|experiment_name|video|archive)(_(name|path|base|dir))?$"
)
_TEMPORARY = re.compile(r"(^|_)(tmp|temp|temporary|scratch|new_table|lock|lockfile)(_|$)")
# Folders and files beside a simulation: demonstrations, tools of developers, installation.
_BESIDE = re.compile(r"(^|\.)(demos?|\w*_?demo|examples?|devtools|docs|benchmarks|setup)(\.|$)")
# What drivers of hardware, servers and user interfaces import.
_OUTSIDE = frozenset(
    """
    aiohttp bleak bluetooth bpy can dash django fastapi flask pymodbus PyQt5 PyQt6 PySide2 PySide6
    serial smbus spidev starlette streamlit tkinter tornado usb vpython wx
    """.split()
)
_TEST = re.compile(r"(^|\.)(tests?|testing|conftest|test_\w+|\w+_tests?)(\.|$)")


def shows(module: "Module", call: ast.Call) -> bool:
    """Whether a call only shows its arguments to people."""
    if module.qualify(call.func) in _FUNCTIONS:
        return True
    match call.func:
        case ast.Attribute(value=owner, attr=method) if method in _LOGGING:
            named = owner.func if isinstance(owner, ast.Call) else owner
            return _LOGGERS.search(word(named)) is not None
        case ast.Attribute(value=ast.Attribute(attr="stdout" | "stderr"), attr="write"):
            return True
    return False


def is_for_show(module: "Module", node: ast.AST) -> bool:
    """Whether a function, class or file around a node draws, or measures the program."""
    names = [
        snake(parent.name)
        for parent in module.tree.ancestors(node)
        if isinstance(parent, Function | ast.ClassDef)
    ]
    names += map(snake, module.name.split("."))
    return any(_FOR_SHOW.search(name) for name in names)


def is_beside(module: "Module") -> bool:
    """Whether a file is beside a simulation: a demonstration, a driver, a server, an interface."""
    if _BESIDE.search(module.name) is not None:
        return True
    imported = {
        name.partition(".")[0]
        for node in module.nodes(ast.Import)
        for name in [alias.name for alias in node.names]
    }
    imported |= {
        (node.module or "").partition(".")[0]
        for node in module.nodes(ast.ImportFrom)
        if not node.level
    }
    return not imported.isdisjoint(_OUTSIDE)


def in_test(module: "Module") -> bool:
    """Whether a file is a test, which may change globals and classes for its own purposes."""
    return module.is_test or _TEST.search(module.name) is not None


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
            case ast.Call(func=func):
                is_text = is_text or word(func) in ("str", "strftime", "format")
            case ast.Assign(targets=[target]):
                return is_text and _OUTPUT.search(snake(word(target))) is not None
            case ast.keyword(arg=str(name)):
                return is_text and _OUTPUT.search(snake(name)) is not None
            case ast.stmt():
                return False
    return False
