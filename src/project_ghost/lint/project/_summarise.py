"""Make the summary of a file."""

import ast
from collections import defaultdict
from collections.abc import Iterator

from project_ghost.lint._rules.order._callers import order_uses
from project_ghost.lint._rules.order._effects import severity
from project_ghost.lint._rules.order._escape import escape, may_escape
from project_ghost.lint._rules.order._given import ARBITRARY, functions_giving
from project_ghost.lint._rules.order.concurrency_in_step import CONCURRENCY
from project_ghost.lint._rules.randomness._global_seeding import calls, seedings
from project_ghost.lint._rules.randomness._optional import allows_none
from project_ghost.lint._rules.randomness._seeders import seeds_framework
from project_ghost.lint._rules.randomness._sources import omissible_sources
from project_ghost.lint._rules.randomness.varying_seed import VARYING
from project_ghost.lint._rules.state._host import ENVIRONMENT, FILE_METHODS, FILES
from project_ghost.lint._rules.state._writes import copies_defaults, is_mutable
from project_ghost.lint._rules.time.wall_clock import clock_readings
from project_ghost.lint.python._calls import NO_CALLS
from project_ghost.lint.python._classes import ClassInfo, is_property
from project_ghost.lint.python._facts import LIBRARIES, Effect
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Definition, Function, Kind
from project_ghost.lint.python._shown import in_test, is_beside, is_output, uses_network
from project_ghost.lint.python._syntax import is_none, word
from project_ghost.lint.python._type import SETS, Type

from ._summary import Summary, Symbol, SymbolKind, Via

__all__ = ["summarise"]

_EFFECTS = {
    Effect.FILE: frozenset(FILES),
    Effect.ENVIRONMENT: frozenset(ENVIRONMENT),
    Effect.CONCURRENCY: frozenset(CONCURRENCY),
}
_CONVERSIONS = frozenset({"abs", "float", "int", "max", "min", "round", "str"})


def summarise(module: Module) -> Summary:
    """What a file tells other files."""
    return _Summariser(module).summary()


class _Summariser:
    def __init__(self, module: Module) -> None:
        self.module = module
        self.does: defaultdict[ast.AST | None, dict[tuple[Effect, str], None]] = defaultdict(dict)
        self.calls: defaultdict[ast.AST | None, dict[str, None]] = defaultdict(dict)
        self.readings: dict[ast.AST, str] = {}
        self.giving = functions_giving(module)
        self._index_calls()

    def _index_calls(self) -> None:
        module = self.module
        libraries = LIBRARIES - {module.name.partition(".")[0]}
        for name, uses in module.uses.items():
            effects = [effect for effect, names in _EFFECTS.items() if name in names]
            is_own = name.partition(".")[0] not in libraries
            if not effects and not is_own:
                continue
            for use in uses:
                function = module.tree.function(use.node)
                if isinstance(function, Function) and is_output(function.name):
                    continue
                for effect in effects:
                    if use.call is not None or effect is Effect.ENVIRONMENT:
                        self.does[function][effect, name] = None
                if is_own and use.call is not None:
                    self.calls[function][name] = None
        self._index_effects()

    def _index_effects(self) -> None:
        """Effects and readings that are known by the name of a method, or by a rule."""
        module = self.module
        for call in module.nodes(ast.Call):
            if seeds_framework(word(call.func)):
                self.does[module.tree.function(call)][Effect.SEED, word(call.func)] = None
        for method in FILE_METHODS:
            for call in module.method_calls.get(method, ()):
                self.does[module.tree.function(call)][Effect.FILE, f".{method}"] = None
        for use in (*clock_readings(module), *module.uses_of(VARYING)):
            if use.call is not None:
                self.readings[use.call] = use.name

    def summary(self) -> Summary:
        scope = self.module.tree.module_scope
        symbols = {}
        for name, binding in scope.bindings.items():
            symbol = self._symbol(binding.definitions)
            if symbol is not None:
                symbols[name] = symbol
        for info in self.module.names.classes.values():
            if self.module.parent(info.node) is self.module.tree.root:
                for name, symbol in self._members(info):
                    symbols[f"{info.node.name}.{name}"] = symbol
        return Summary(
            symbols,
            tuple(self.module.tree.star_imports),
            self._exported(),
            order_uses(self.module),
            seedings(self.module),
            self.module.types.members,
            NO_CALLS if in_test(self.module) or is_beside(self.module) else calls(self.module),
        )

    def _exported(self) -> tuple[str, ...] | None:
        binding = self.module.tree.module_scope.bindings.get("__all__")
        if binding is None:
            return None
        names: list[str] = []
        for definition in binding.definitions:
            if not isinstance(definition.value, ast.List | ast.Tuple):
                return None
            parts = definition.value.elts
            names += [p.value for p in parts if isinstance(p, ast.Constant)]  # type: ignore[misc]
        return tuple(map(str, names))

    def _symbol(self, definitions: list[Definition]) -> Symbol | None:
        """The symbol of a name; that of its last definition that is not None."""
        given = [d for d in definitions if d.value is None or not is_none(d.value)]
        if not given:
            return Symbol(SymbolKind.VALUE)
        last = given[-1]
        match last.kind:
            case Kind.IMPORT:
                return Symbol(SymbolKind.ALIAS, last.target)
            case Kind.FUNCTION if isinstance(last.node, Function):
                return self._function(last.node)
            case Kind.CLASS if isinstance(last.node, ast.ClassDef):
                info = self.module.names.classes[last.node]
                own = [base.name for base in info.bases]
                talks = ((Effect.NETWORK, self.module.name),) if uses_network(self.module) else ()
                bases = (*own, *info.foreign_bases)
                iterated = self.module.types.plain.iterated(info)
                return Symbol(SymbolKind.CLASS, type=iterated, does=talks, bases=bases)
        if isinstance(last.value, ast.Name | ast.Attribute):
            name = self.module.qualify(last.value)
            if name is not None:
                return Symbol(SymbolKind.ALIAS, name)
        return self._value(given)

    def _value(self, definitions: list[Definition]) -> Symbol:
        plain = [d for d in definitions if d.kind is not Kind.AUGMENT]
        annotated = [d for d in plain if d.annotation is not None][:1]
        types = [self.module.types.plain.of_definition(d) for d in annotated or plain]
        type_ = types[0] if types and all(each == types[0] for each in types) else None
        mutable = any(is_mutable(definition, self.module) for definition in plain)
        if type_ is None and len(plain) == 1:
            target, via = self._source(plain[0].value)
            return Symbol(SymbolKind.VALUE, target, via, is_mutable=mutable)
        kept = type_ if _matters(type_) else None
        return Symbol(SymbolKind.VALUE, type=kept, is_mutable=mutable)

    def _members(self, info: ClassInfo) -> Iterator[tuple[str, Symbol]]:
        for name in dict.fromkeys([*info.scope.bindings, *info.instance]):
            binding = info.scope.bindings.get(name)
            definitions = [*(binding.definitions if binding else ()), *info.instance.get(name, ())]
            functions = [d.node for d in definitions if isinstance(d.node, Function)]
            if functions:
                symbol = self._function(functions[0])
                if is_property(functions[0]):
                    symbol = Symbol(SymbolKind.VALUE, symbol.target, symbol.via, symbol.type)
                if symbol != Symbol(SymbolKind.FUNCTION, parameters=symbol.parameters):
                    yield name, symbol
                continue
            given = [d for d in definitions if d.value is None or not is_none(d.value)]
            found = self._value(given)
            is_own = name in info.instance or copies_defaults(info.node)
            is_shared = found.is_mutable and not is_own
            found = found._replace(is_mutable=is_shared, is_optional=_is_optional(definitions))
            if found != Symbol(SymbolKind.VALUE):
                yield name, found

    def _function(self, node: Function) -> Symbol:
        returned = self.module.types.plain.returned(node)
        target, via = "", Via.VALUE
        values = [each.value for each in self.module.tree.returns[node]]
        if returned is None and len(values) == 1 and node not in self.module.tree.generators:
            target, via = self._source(values[0])
        arguments = [*node.args.posonlyargs, *node.args.args]
        owner = self.module.parent(node)
        is_method = isinstance(owner, ast.ClassDef) and "staticmethod" not in {
            d.id for d in node.decorator_list if isinstance(d, ast.Name)
        }
        return Symbol(
            SymbolKind.FUNCTION,
            target,
            via,
            returned if _matters(returned) else None,
            self._gives(node, values),
            tuple(self.does.get(node, ())),
            tuple(self.calls.get(node, ())),
            tuple(each.arg for each in arguments[is_method:]),
            tuple(self._ordered(node)),
            sources=omissible_sources(node),
        )

    def _gives(self, node: Function, values: list[ast.expr | None]) -> str:
        """The clock that a function reads for its caller, or that it returns an arbitrary order."""
        reading = next((name for value in values if (name := self._reading(value))), "")
        if not reading and node in self.giving:
            return ARBITRARY
        return reading

    def _source(self, value: ast.expr | None) -> tuple[str, Via]:
        """The name of another file that gives a value."""
        via = Via.CALL if isinstance(value, ast.Call) else Via.VALUE
        named = value.func if isinstance(value, ast.Call) else value
        if not isinstance(named, ast.Name | ast.Attribute):
            return "", Via.VALUE
        name = self.module.qualify(named)
        if name is None or name.partition(".")[0] in LIBRARIES:
            return "", Via.VALUE
        return name, via

    def _reading(self, value: ast.expr | None) -> str:
        """The clock or source of entropy that a returned value is a reading of."""
        match value:
            case ast.BinOp(left=left, right=right):
                return self._reading(left) or self._reading(right)
            case ast.Call(func=ast.Name(id=name), args=args) if name in _CONVERSIONS:
                return next((found for each in args if (found := self._reading(each))), "")
            case ast.Call(func=ast.Attribute(attr="timestamp" | "total_seconds", value=inner)):
                return self._reading(inner)
        return self.readings.get(value, "") if value is not None else ""

    def _ordered(self, node: Function) -> Iterator[str]:
        """The parameters without an annotation whose order affects a result."""
        bindings = self.module.tree.scope_of[node].bindings
        for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
            binding = bindings.get(argument.arg)
            if binding is None or argument.annotation is not None:
                continue
            loads = [
                load
                for load in binding.loads
                if may_escape(self.module, load)
                and any(d.node is argument for d in self.module.tree.reaching(binding, load))
            ]
            affected = [escape(self.module, load) for load in loads]
            if any(each is not None and severity(each) is None for each in affected):
                yield argument.arg


def _is_optional(definitions: list[Definition]) -> bool:
    """Whether an attribute of a class is None, and its annotation says that it may stay so."""
    return any(
        each.value is not None
        and is_none(each.value)
        and each.annotation is not None
        and allows_none(each.annotation)
        for each in definitions
    )


def _matters(type_: Type | None) -> bool:
    """Whether a rule asks for a type: a set, something with sets in it, or an object."""
    if type_ is None:
        return False
    if type_.name in SETS or any(map(_matters, type_.arguments)):
        return True
    return not type_.name.startswith("builtins.")
