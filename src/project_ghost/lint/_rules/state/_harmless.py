"""Changes of globals and classes that do not change what a run computes."""

import ast
import re

from project_ghost.lint._finding import Severity
from project_ghost.lint.python._facts import Aspect
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function, Kind
from project_ghost.lint.python._shown import in_test, is_for_show
from project_ghost.lint.python._syntax import is_none, names_in, snake, word

from ._anew import RESETS, is_made_anew, is_never_read
from ._counters import holds_measurement, only_labels
from ._undone import is_undone
from ._writes import names_class

__all__ = ["change_severity", "is_named_harmless"]

# What is remembered under a key, and what is registered while a program starts.
_REMEMBERED = re.compile(
    r"(^|_|\.)(cache|caches|cached|memo|registry|registered|known|loaded|plugins?|handlers?|callbacks?"
    r"|listeners?|subscribers?|hooks?|thread_local|dispatchers?|parsers|subparsers"
    r"|available|availability|version|license)(_|\.|$)"
)
# The only object of a class, and tables of one for each class.
_SINGLE = re.compile(r"(^|_|\.)(single|singletons?|instances?)(_|\.|$)")
_REGISTERS = re.compile(r"^_*(register|unregister|add_to_registry)")
_IMPORTS = frozenset({"importorskip", "import_module", "__import__"})
# What is shown to people: streams, logs, warnings, pictures.
_FOR_PEOPLE = re.compile(
    r"^(\w*logger\.|sys\.std(in|out|err)|logging|warnings|\w+\.rcParams|rcParams\w*)\b|\bmetadata$"
)
_DEBUGGING = re.compile(
    r"(^|_|\.)(debug|debug_\w+|debuglevel|verbose|verbosity|backtrace|loglevel|log_level|log"
    r"|log_size|validation_enabled|\w*warn(ed|ing|ings)?(_\w+)?|last_print\w*|print_?\w*count|print_len\w*"
    r"|trace|trace_\w+|tracer|message|status|logger"
    r"|out_stream|output_stream)$"
    r"|(^|_|\.)log_(state|stats|steps?|entries|lines|history)(_|\.|$)"
)
# Functions that set a global because somebody asks them to.
_TYPES = re.compile(r"(^|_)(type|cls|klass|__class__)$")
_TOOLS = re.compile(r"(Pool|Executor|Thread|Lock|RLock|Event|Semaphore|Logger|Socket|Console)$")
_SETS = re.compile(
    r"^_*init|^_*(set|enable|disable|use|configure|init|initiali[sz]er?|setup|install|add|overload"
    r"|finali[sz]e|load|import)(_|$)"
    r"|_(init|initiali[sz]er)$"
)
# Globals that hold the settings of a program, and lists of what has to be removed at its end.
_CONFIGURATIONS = re.compile(
    r"(^|_|\.)(config|configuration|cfg|settings|options|preferences)(\.|$)"
    r"|(^|_)(tmp|temp|temporary)(_|$)"
)
# What is counted while it is in use: connections, licences, locks.
_IN_USE = re.compile(
    r"(^|_|\.)(clients?|comm|communicators?|connections?|leases?|locks?|ref_?counts?|refs|running"
    r"|(\w+_)?ports?|started|stopped|users)$"
)
# Functions that find a class by its name or path, the same one each time.
_FINDS_CLASS = re.compile(r"^_*(class_from|locate$|import_|load_class|resolve_class|get_class)")
# What the interpreter and the operating system give to a process.
_PROCESS = ("os.environ", "sys.argv", "sys.path")
# Options of a library.
_SETTINGS = re.compile(r"(^|\.)(SETTINGS|OPTIONS)\.|\.config\.")
# Switches that make a library repeatable.
_REPEATABLE = {"deterministic": True, "benchmark": False}


def change_severity(module: Module, node: ast.AST, name: str) -> Severity | None:
    """Info for a change that the next run does not notice, a hint for one that may be unnoticed."""
    if _is_harmless(module, node, name):
        return Severity.INFO
    if _overrides_other(module, node):
        return None
    is_unsure = (
        name in _PROCESS
        or _owner_name(module, node) in _PROCESS
        or _is_of_import(module, node)
        or _CONFIGURATIONS.search(snake(name)) is not None
        or _is_configuration(module, node)
        or _is_chosen(module, node)
        or _is_constant_of_class(module, node)
        or _is_fixed(module, node)
        or _is_of_class_method(module, node)
        or _is_rebound(module, node)
        or _is_of_library(module, node)
        or _is_patched(module, node)
        or _is_switched(module, node)
        or _is_noted(node)
        or _is_by_name(module, node)
        or _is_set_by_setter(module, node)
        or _IN_USE.search(snake(name)) is not None
        or is_made_anew(module, node)
        or is_never_read(module, node)
        or only_labels(module, node)
        or holds_measurement(module, node)
        or _is_once_for_class(module, node)
        or _is_present_object(module, node)
        or _is_toggled(module, node)
        or is_undone(module, node, name)
    )
    return Severity.HINT if is_unsure else None


def _overrides_other(module: Module, node: ast.AST) -> bool:
    """Whether a method gives a constant of another class another value: `Config.dt = 0.01`.

    Whether a run is the first one then depends on which methods were called before.
    """
    function, statement = module.tree.function(node), module.tree.statement(node)
    if not isinstance(function, Function) or not isinstance(statement, ast.Assign):
        return False
    is_asked_for = _SETS.search(snake(function.name)) or RESETS.search(snake(function.name))
    if is_asked_for or function.name.startswith("__") or not _is_method(function):
        return False
    if not isinstance(node, ast.Attribute) or not isinstance(_plain(statement.value), ast.Constant):
        return False
    info = module.names.class_of(node.value)
    if info is None:
        # The class of another file; its constant has another value, or this would be no use.
        return node.attr.isupper() and _is_class_elsewhere(module, node.value)
    if info.node is module.tree.class_around(node):
        return False
    binding = info.scope.bindings.get(node.attr)
    values = [each.value for each in binding.definitions] if binding else []
    return any(
        isinstance(value, ast.Constant)
        and value.value is not None
        and ast.unparse(value) != ast.unparse(statement.value)
        for value in values
        if value is not None
    )


def _is_class_elsewhere(module: Module, node: ast.expr) -> bool:
    """Whether a name is that of a class of the project, or holds one that a text or path names."""
    if module.facts.ask_for(module.qualify(node), Aspect.CLASS) is not None:
        return True
    binding = module.tree.binding(node) if isinstance(node, ast.Name) else None
    if binding is None or not isinstance(node, ast.Name):
        return False
    found = module.tree.reaching(binding, node)
    return bool(found) and all(
        isinstance(each.value, ast.Call)
        and _FINDS_CLASS.search(snake(word(each.value.func))) is not None
        for each in found
    )


def _owner_name(module: Module, node: ast.AST) -> str | None:
    """The full name of a table whose entry is changed."""
    return module.qualify(node.value) if isinstance(node, ast.Subscript) else None


def _is_of_import(module: Module, node: ast.AST) -> bool:
    """Whether a part of an object changes that an imported module holds: `sim.world.cars[0] = 1`.

    The object may be made anew for every run; a global of the module is its own state.
    """
    owner: ast.AST = node
    depth = 0
    while isinstance(owner, ast.Attribute | ast.Subscript | ast.Call):
        depth += isinstance(owner, ast.Attribute)
        if isinstance(owner, ast.Attribute) and names_class(module, owner.value):
            return False
        owner = owner.func if isinstance(owner, ast.Call) else owner.value
    if isinstance(node, ast.Call):
        depth -= 1  # the method
    binding = module.tree.binding(owner) if isinstance(owner, ast.Name) else None
    if binding is None or not all(each.kind is Kind.IMPORT for each in binding.definitions):
        return False
    is_module = all(isinstance(each.node, ast.Import) for each in binding.definitions)
    return depth > (1 if is_module else 0) and not binding.name.isupper()


def _is_chosen(module: Module, node: ast.AST) -> bool:
    """Whether a function of the module exists to set a global: `def set_backend(name)`."""
    function = module.tree.function(node)
    statement = module.tree.statement(node)
    return (
        isinstance(function, Function)
        and _SETS.search(snake(function.name)) is not None
        and not _is_method(function)
        and not isinstance(statement, ast.AugAssign)
    )


def _defines_method(node: ast.AST) -> bool:
    """Whether `setattr` adds a function to a class, or `delattr` removes an attribute."""
    match node:
        case ast.Call(func=ast.Name(id="delattr")):
            return True
        case ast.Call(func=ast.Name(id="setattr"), args=[_, _, value]):
            called = word(value.func) if isinstance(value, ast.Call) else ""
            return isinstance(value, ast.Lambda) or called in (
                "partial",
                "property",
                "partialmethod",
            )
    return False


def _is_rebound(module: Module, node: ast.AST) -> bool:
    """Whether a function gives a global another value, which a run may do at its beginning.

    A value that grows or changes in place is what an earlier run leaves behind.
    """
    statement = module.tree.statement(node)
    if isinstance(statement, ast.Delete):
        return True
    if not isinstance(node, ast.Name) or not isinstance(statement, ast.Assign | ast.AnnAssign):
        return False
    value = statement.value
    depends = value is not None and any(
        isinstance(part, ast.Name) and part.id == node.id for part in ast.walk(value)
    )
    return not depends and not module.in_step(node)


def _is_of_library(module: Module, node: ast.AST) -> bool:
    """Whether an entry of a table of an imported library changes: `robjects.globalenv["x"] = 1`."""
    name = _owner_name(module, node)
    return name is not None and "." in name and not module.facts.may_know(name)


def _is_of_class_method(module: Module, node: ast.AST) -> bool:
    """Whether a class method changes its class, which it exists for, other than by counting."""
    function = module.tree.function(node)
    return (
        isinstance(function, Function)
        and any(word(each) == "classmethod" for each in function.decorator_list)
        and not isinstance(module.tree.statement(node), ast.AugAssign)
        and not module.in_step(node)
        and not _is_first_come(module, node, function)
    )


def _is_first_come(module: Module, node: ast.AST, function: Function) -> bool:
    """Whether the first caller decides for all others: `if cls.x is None: cls.x = x`."""
    statement = module.tree.statement(node)
    if not isinstance(node, ast.Attribute) or not isinstance(statement, ast.Assign):
        return False
    given = {argument.arg for argument in function.args.args[1:]}
    is_given = isinstance(statement.value, ast.Name) and statement.value.id in given
    text = ast.unparse(node)
    tests = [each.test for each in module.tree.ancestors(node) if isinstance(each, ast.If)]
    return is_given and any(_asks_whether_made(test, text) for test in tests)


def _is_switched(module: Module, node: ast.AST) -> bool:
    """Whether an attribute of a class gets a constant outside of a step, the same every time."""
    statement = module.tree.statement(node)
    return (
        isinstance(node, ast.Attribute)
        and isinstance(statement, ast.Assign)
        and isinstance(_plain(statement.value), ast.Constant)
        and not module.in_step(node)
    )


def _is_by_name(module: Module, node: ast.AST) -> bool:
    """Whether `setattr` outside of a step adds to a class what the program names itself.

    One of a class under its own name, with a constant name, is an assignment: `setattr(Car, "size",
    x)`.
    """
    match node:
        case ast.Call(args=[owner, ast.Constant(value=str()), *_]):
            if module.names.class_of(owner) is not None or names_class(module, owner):
                return False
    is_setattr = isinstance(node, ast.Call) and word(node.func) == "setattr"
    return is_setattr and not module.in_step(node)


def _is_set_by_setter(module: Module, node: ast.AST) -> bool:
    """Whether a static method exists to set an attribute of its class: `def setroot(obj)`."""
    function = module.tree.function(node)
    return (
        isinstance(function, Function)
        and any(word(each) == "staticmethod" for each in function.decorator_list)
        and function.name.lstrip("_").startswith("set")
    )


def _is_present_object(module: Module, node: ast.AST) -> bool:
    """Whether a class remembers its present object: `World.current = self`.

    The next run makes an object of its own, which takes its place.
    """
    statement = module.tree.statement(node)
    if not isinstance(node, ast.Attribute) or not isinstance(statement, ast.Assign):
        return False
    return isinstance(statement.value, ast.Name) and statement.value.id == "self"


def _is_toggled(module: Module, node: ast.AST) -> bool:
    """Whether somebody switches something on or off: `View.visible = not View.visible`."""
    statement = module.tree.statement(node)
    match statement:
        case ast.Assign(value=ast.UnaryOp(op=ast.Not(), operand=before)):
            return not module.in_step(node) and ast.unparse(before) == ast.unparse(node)
    return False


def _is_noted(node: ast.AST) -> bool:
    """Whether a value is added to a set that is named like a constant: once is as good as twice."""
    match node:
        case ast.Call(func=ast.Attribute(attr="add", value=owner)):
            return word(owner).isupper()
    return False


def _is_patched(module: Module, node: ast.AST) -> bool:
    """Whether a function of the module assigns an attribute of a class: it configures the class.

    A method that does so changes all other objects.
    """
    function = module.tree.function(node)
    is_assigned = isinstance(node, ast.Attribute | ast.Call) and isinstance(
        module.tree.statement(node), ast.Assign | ast.AnnAssign | ast.Expr
    )
    is_function = isinstance(function, Function) and module.tree.class_around(node) is None
    is_set = not isinstance(node, ast.Call) or word(node.func) in ("setattr", "delattr")
    return is_assigned and is_function and is_set and not module.in_step(node)


def _is_fixed(module: Module, node: ast.AST) -> bool:
    """Whether a value is made of imported names and calls without arguments only.

    It is the same in every run: what a library defines, or what a function loads.
    """
    statement = module.tree.statement(node)
    value = statement.value if isinstance(statement, ast.Assign) else None
    if value is None or isinstance(value, ast.Constant):
        return False
    if isinstance(node, ast.Call) and word(node.func) == "next" and not _is_key_only(module, node):
        return False  # the next number of a counter is another one each time
    if isinstance(node, ast.Attribute) and ast.unparse(node) in map(ast.unparse, ast.walk(value)):
        return False  # `Job.count = Job.count + 1`
    names = [part for part in ast.walk(value) if isinstance(part, ast.Name)]
    return bool(names) and all(_is_loaded_once(module, name) for name in names)


def _is_key_only(module: Module, node: ast.Call) -> bool:
    """Whether a number is stored in an attribute that only finds entries of tables."""
    match module.parent(node):
        case ast.Assign(targets=[ast.Attribute(attr=name)]):
            loads = module.flow.attribute_loads.get(name, [])
        case _:
            return False
    parents = [(module.parent(load), load) for load in loads]
    return bool(loads) and all(
        isinstance(parent, ast.Subscript) and parent.slice is load for parent, load in parents
    )


def _is_loaded_once(module: Module, name: ast.Name) -> bool:
    """Whether a name is an import, a function, a class or a builtin."""
    binding = module.tree.binding(name)
    return binding is None or all(
        each.kind in (Kind.IMPORT, Kind.FUNCTION, Kind.CLASS) for each in binding.definitions
    )


def _adds_type(node: ast.AST) -> bool:
    """Whether a call remembers a type: `known.add(value.__class__)`."""
    match node:
        case ast.Call(args=[value]):
            return _TYPES.search(snake(word(value))) is not None
    return False


def _is_constant_of_class(module: Module, node: ast.AST) -> bool:
    """Whether every object sets an attribute of its class to the same constant."""
    function = module.tree.function(node)
    statement = module.tree.statement(node)
    return (
        isinstance(function, Function)
        and function.name in ("__init__", "__new__")
        and isinstance(statement, ast.Assign)
        and isinstance(_plain(statement.value), ast.Constant)
    )


def _plain(node: ast.expr) -> ast.expr:
    return node.operand if isinstance(node, ast.UnaryOp) else node


def _is_tool(value: ast.expr | None) -> bool:
    """Whether a value is a pool, lock, thread or logger, which computes nothing itself."""
    return isinstance(value, ast.Call) and _TOOLS.search(word(value.func)) is not None


def _empties(module: Module, call: ast.Call, name: str) -> bool:
    """Whether a call empties a table, fills an empty one, or adds the same entries every time."""
    match call:
        case ast.Call(func=ast.Attribute(attr="clear")):
            return True
        case ast.Call(func=ast.Attribute(attr="update"), args=[ast.Dict()]):
            return True
        case ast.Call(func=ast.Attribute(attr="update"), args=[ast.Name(id=other)]):
            return other.isupper()  # a constant of a module
        case ast.Call(func=ast.Attribute(attr="pop" | "discard"), args=[_, *_]):
            return isinstance(module.parent(call), ast.Expr)
    around = [each.test for each in module.tree.ancestors(call) if isinstance(each, ast.If)]
    return any(_asks_whether_made(test, name) for test in around)


def _is_context(node: ast.ClassDef) -> bool:
    methods = {each.name for each in node.body if isinstance(each, Function)}
    return {"__enter__", "__exit__"} <= methods


def _adds_method(module: Module, value: ast.expr | None) -> bool:
    """Whether a function or class is made an attribute: a method is added, or replaced."""
    if isinstance(value, ast.Lambda):
        return True
    binding = module.tree.binding(value) if isinstance(value, ast.Name) else None
    return binding is not None and all(
        each.kind in (Kind.IMPORT, Kind.FUNCTION, Kind.CLASS) for each in binding.definitions
    )


def _is_configuration(module: Module, node: ast.AST) -> bool:
    """Whether a function gives a part of an imported object a fixed value, the same every time."""
    statement = module.tree.statement(node)
    if not isinstance(node, ast.Attribute) or not isinstance(statement, ast.Assign):
        return False
    owner: ast.expr = node
    while isinstance(owner, ast.Attribute):
        owner = owner.value
    binding = module.tree.binding(owner) if isinstance(owner, ast.Name) else None
    is_imported = binding is not None and all(
        each.kind is Kind.IMPORT for each in binding.definitions
    )
    return is_imported and isinstance(statement.value, ast.Constant)


def _is_harmless(module: Module, node: ast.AST, name: str) -> bool:
    if in_test(module) or is_for_show(module, node):
        return True
    if is_named_harmless(node, name):
        return True
    statement = module.tree.statement(node)
    value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
    if isinstance(value, ast.Call) and word(value.func) in _IMPORTS:
        return True
    if isinstance(value, ast.Constant) and word(node) in _REPEATABLE:
        return bool(value.value) is _REPEATABLE[word(node)]
    if isinstance(value, ast.Constant) and (name == "os.environ" or _SETTINGS.search(name)):
        return True  # the same for every run
    if isinstance(node, ast.Attribute) and node.attr.startswith("__"):
        return True
    if _adds_method(module, value) or _defines_method(node) or _is_tool(value):
        return True
    if isinstance(node, ast.Call) and (_adds_type(node) or _empties(module, node, name)):
        return True
    owner = module.tree.class_around(node)
    if owner is not None and _is_context(owner):
        return True  # what a `with` statement sets, it restores
    function = module.tree.function(node)
    if isinstance(function, Function) and _is_kept(module, node, function, value):
        return True
    return _is_memo(module, node, name) or _is_missing(module, node)


def is_named_harmless(node: ast.AST, name: str) -> bool:
    """Whether a name says that the state is shown to people, or remembered."""
    words = snake(name)
    if _FOR_PEOPLE.search(name) or _REMEMBERED.search(words) or _DEBUGGING.search(words):
        return True
    return _SINGLE.search(words) is not None and not _is_by_other_key(node)


def _is_by_other_key(node: ast.AST) -> bool:
    """Whether an entry of a table is about one of many objects, not about a class."""
    if not isinstance(node, ast.Subscript):
        return False
    names = [word(part) for part in ast.walk(node.slice)]
    return not any(each == "type" or _TYPES.search(snake(each)) for each in names if each)


def _is_kept(module: Module, node: ast.AST, function: Function, value: ast.expr | None) -> bool:
    """Whether every run finds the value that it would find as the first one."""
    return (
        _registers(module, function)
        or function.name in ("__enter__", "__exit__", "__new__")
        or _runs_while_loading(module, function)
        or (_is_reset(function) and _is_initial(value))
        or (_is_cleared(value) and not _is_method(function))
        or _is_lazy(module, node, function, value)
        or _is_restored(function, ast.unparse(node))
    )


def _registers(module: Module, function: Function) -> bool:
    """Whether a function, or one around it (as of a decorator), exists to register something."""
    around = [function, *module.tree.ancestors(function)]
    return any(
        isinstance(each, Function) and _REGISTERS.search(snake(each.name)) is not None
        for each in around
    )


def _runs_while_loading(module: Module, function: Function) -> bool:
    """Whether a function is private, and only the top level of its file calls it."""
    uses = module.uses.get(module.names.of_function(function) or "", ())
    return (
        function.name.startswith("_")
        and bool(uses)
        and all(use.call is not None and module.tree.function(use.node) is None for use in uses)
    )


def _is_reset(function: Function) -> bool:
    """Whether a function resets a program; a method of one object resets it for the others too."""
    return not _is_method(function) and RESETS.search(snake(function.name)) is not None


def _is_method(function: Function) -> bool:
    return [each.arg for each in function.args.args[:1]] == ["self"]


def _is_cleared(value: ast.expr | None) -> bool:
    """Whether a value is emptied, so that the next run finds nothing of this one."""
    return value is not None and _is_initial(value) and not _is_switch(value)


def _is_switch(value: ast.expr) -> bool:
    """Whether a value is False, 0 or an empty text, which may be a choice."""
    return isinstance(value, ast.Constant) and value.value is not None


def _is_initial(value: ast.expr | None) -> bool:
    """Whether a value is empty, as before the first run."""
    match value:
        case ast.Constant(value=constant):
            return not constant
        case ast.List(elts=[]) | ast.Dict(keys=[]) | ast.Tuple(elts=[]):
            return True
        case ast.Call(func=ast.Name(id="dict" | "list" | "set"), args=[], keywords=[]):
            return True
    return False


def _is_lazy(module: Module, node: ast.AST, function: Function, value: ast.expr | None) -> bool:
    """Whether a value is made at its first use, from nothing that a run chooses."""
    if value is None:
        return False
    texts = [ast.unparse(node)]
    if isinstance(node, ast.Subscript):
        texts.append(ast.unparse(node.value))  # a table that is filled while it is empty
    tests = _tests_around(module, node, function)
    if not any(
        _asks_whether_made(test, text) or _asks_whether_it_has(test, text)
        for test in tests
        for text in (*texts, *_other_globals(module, test))
    ):
        return False
    return not _chosen(function) & names_in(value)


def _is_once_for_class(module: Module, node: ast.AST) -> bool:
    """Whether a class gets a value when it is new: `if cls not in known: known.add(cls)`.

    The value is one of the class, if nothing that a caller chooses goes into it.
    """
    statement, function = module.tree.statement(node), module.tree.function(node)
    if not isinstance(node, ast.Attribute) or not isinstance(statement, ast.Assign):
        return False
    if not isinstance(function, Function) or _chosen(function) & names_in(statement.value):
        return False
    owner = ast.unparse(node.value)
    return any(
        isinstance(parent, ast.If) and _asks_whether_new(parent, owner)
        for parent in module.tree.ancestors(node)
    )


def _asks_whether_new(branch: ast.If, owner: str) -> bool:
    """Whether a branch is for what is not in a table yet, and puts it there."""
    match branch.test:
        case ast.Compare(left=left, ops=[ast.NotIn()], comparators=[table]) if (
            ast.unparse(left) == owner
        ):
            name = ast.unparse(table)
            kept = (f"{name}.add({owner})", f"{name}.append({owner})", f"{name}[{owner}] = ")
            return any(ast.unparse(each).startswith(kept) for each in branch.body)
    return False


def _chosen(function: Function) -> set[str]:
    """The parameters of a function, except the object or class that it belongs to."""
    arguments = function.args
    plain = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return {each.arg for each in plain} - {"self", "cls"}


def _other_globals(module: Module, test: ast.expr) -> list[str]:
    """The globals that a condition asks for; what is made together is often asked for once."""
    return [
        part.id
        for part in ast.walk(test)
        if isinstance(part, ast.Name)
        and (binding := module.tree.binding(part)) is not None
        and binding.scope is module.tree.module_scope
    ]


def _tests_around(module: Module, node: ast.AST, function: Function) -> list[ast.expr]:
    """The conditions under which a statement runs: those around it, and early returns before it."""
    tests = [each.test for each in module.tree.ancestors(node) if isinstance(each, ast.If)]
    tests += [
        ast.UnaryOp(ast.Not(), each.test)
        for each in function.body
        if isinstance(each, ast.If) and isinstance(each.body[-1], ast.Return)
    ]
    return tests


def _asks_whether_made(test: ast.expr, text: str) -> bool:
    """Whether a condition is `X is None`, `not X`, or `not (X is not None)`."""
    match test:
        case ast.Compare(left=left, ops=[ast.Is()], comparators=[none]) if is_none(none):
            return ast.unparse(left) == text
        case ast.UnaryOp(
            op=ast.Not(),
            operand=ast.Compare(left=left, ops=[ast.IsNot()], comparators=[none]),
        ) if is_none(none):
            return ast.unparse(left) == text
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return ast.unparse(operand) in (text, f"len({text})")
        case ast.BoolOp(values=values):
            return any(_asks_whether_made(value, text) for value in values)
    return False


def _asks_whether_it_has(test: ast.expr, text: str) -> bool:
    """Whether a condition is `not hasattr(X, "y")`, of `X.y`."""
    match test:
        case ast.UnaryOp(
            op=ast.Not(),
            operand=ast.Call(
                func=ast.Name(id="hasattr"), args=[owner, ast.Constant(value=str(name))]
            ),
        ):
            return text in (
                f"{ast.unparse(owner)}.{name}",
                f"setattr({ast.unparse(owner)}, '{name}'",
            )
    return False


def _is_missing(module: Module, node: ast.AST) -> bool:
    """Whether a value says that a module is not installed."""
    return any(
        isinstance(parent, ast.ExceptHandler)
        and parent.type is not None
        and re.search(r"ImportError|ModuleNotFoundError", ast.unparse(parent.type))
        for parent in module.tree.ancestors(node)
    )


def _is_restored(function: Function, text: str) -> bool:
    """Whether a function writes twice, and the second time whatever happens in between."""
    parts = list(ast.walk(function))
    writes = [
        part
        for part in parts
        if isinstance(part, ast.Assign | ast.AugAssign | ast.Delete)
        and any(ast.unparse(target) == text for target in _targets(part))
    ]
    changes = [
        part
        for part in parts
        if isinstance(part, ast.Call)
        and isinstance(part.func, ast.Attribute)
        and ast.unparse(part.func.value) == text
    ]
    brackets = any(
        isinstance(part, ast.Yield) or (isinstance(part, ast.Try) and part.finalbody)
        for part in parts
    )
    return brackets and len(writes) + bool(writes and changes) > 1


def _targets(node: ast.Assign | ast.AugAssign | ast.Delete) -> list[ast.expr]:
    return [node.target] if isinstance(node, ast.AugAssign) else node.targets


def _is_memo(module: Module, node: ast.AST, name: str) -> bool:
    """Whether a value is stored once under its key: `if key not in table: table[key] = ...`."""
    if not isinstance(node, ast.Subscript):
        return False
    key = ast.unparse(node.slice)
    if _is_looked_up_first(module, node, name, key):
        return True
    for parent in module.tree.ancestors(node):
        match parent:
            case ast.If(test=ast.Compare(left=left, ops=[ast.NotIn()], comparators=[table])) if (
                ast.unparse(left) == key and ast.unparse(table) in (name, f"{name}.keys()")
            ):
                return True
            case ast.ExceptHandler(type=ast.Name(id="KeyError")):
                return True
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                return False
    return False


def _is_looked_up_first(module: Module, node: ast.AST, name: str, key: str) -> bool:
    """Whether a function looks for a stored value first: `return table[key]`, `table.get(key)`."""
    function = module.tree.function(node)
    return isinstance(function, Function) and any(
        _looks_up(part, f"{name}[{key}]", f"{name}.get({key}") for part in ast.walk(function)
    )


def _looks_up(node: ast.AST, entry: str, call: str) -> bool:
    match node:
        case ast.Return(value=ast.expr() as value):
            return ast.unparse(value) == entry
        case ast.Assign(value=value):
            return ast.unparse(value).startswith(call)
    return False
