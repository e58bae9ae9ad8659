"""GHO211."""

import ast
from collections.abc import Iterator

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module, Use
from project_ghost.lint.python._syntax import word
from project_ghost.lint.python._tree import position

from ._agent_models import unseeded_models
from ._commands import random_options
from ._global_seeding import generator_of
from ._libraries import LAYOUTS, Drawing, drawing_of, is_seeded
from ._seeded import draw_severity
from ._tables import samples_table
from .varying_seed import names_seed

__all__ = ["UnseededLibrary"]


class UnseededLibrary(Rule):
    """A function of a library draws without a seed.

    ## What it does
    Finds calls of well-known functions and classes that take a seed, and are not given one: those
    of scikit-learn (`KMeans`, `RandomForestClassifier`, `train_test_split`, `KFold(shuffle=True)`,
    `make_blobs`), scipy (`differential_evolution`, `qmc.Sobol`), networkx (`erdos_renyi_graph`,
    `louvain_communities`), torch (`DataLoader(shuffle=True)`, `random_split`), imbalanced-learn,
    kmodes, umap, optuna, stable-baselines3, deap, emcee, CMA-ES, ase (`Langevin`), rdkit
    (`EmbedMolecule`), openmm, and `sample` of a table of pandas; models of mesa that give their
    base no seed; the first function without any seed of evox, pyswarms and torchvision
    (`RandomCrop`) in a function, unless the generator is seeded;
    and `--random` in a command of SUMO, which seeds it by the clock. A layout for a picture is a
    hint. A seed that is passed on (`random_state=self.random_state`) is not found.

    ## Why is this bad
    Their default is `None`, which means a global generator or the operating system's entropy:
    clusters, models and splits of data differ in every run.

    ## Example
    ```python
    from sklearn.cluster import KMeans

    def groups(points):
        return KMeans(n_clusters=3).fit_predict(points)
    ```

    ## Use instead
    ```python
    from sklearn.cluster import KMeans

    def groups(points, seed):
        return KMeans(n_clusters=3, random_state=seed).fit_predict(points)
    ```
    """

    code = "GHO211"
    name = "unseeded-library"

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every call without a seed."""
        seedless: dict[ast.AST, list[Use]] = {}
        for name, uses in module.uses.items():
            how = drawing_of(module, name)
            for use in uses if how else ():
                if use.call is None or how is None or _is_seeded(module, how, use.call):
                    continue
                if how.is_global:
                    function = module.tree.function(use.node) or module.tree.root
                    seedless.setdefault(function, []).append(use)
                else:
                    yield Problem(use.call, _message(name), _severity(module, use))
        for found in seedless.values():  # one seeding serves them all
            first = min(found, key=lambda use: position(use.node))
            yield Problem(first.where, _seedless(first.name), _severity(module, first))
        for base, draws in unseeded_models(module):
            severity = draw_severity(module, base.func) if draws else Severity.HINT
            yield Problem(base, _message("mesa.Model"), severity)
        for call in module.method_calls.get("sample", ()):
            if samples_table(module, call):
                yield Problem(call, _message("DataFrame.sample"), draw_severity(module, call.func))
        for option in random_options(module):
            yield Problem(
                option, "SUMO seeds itself by the clock with `--random`: give it `--seed`"
            )


def _message(name: str) -> str:
    short = ".".join(name.split(".")[-2:])
    return f"`{short}` draws, and has no seed: pass one of the run"


def _seedless(name: str) -> str:
    short = ".".join(name.split(".")[-2:])
    return f"`{short}` draws from {generator_of(name)}'s global generator: seed it first"


def _is_seeded(module: Module, how: Drawing, call: ast.Call) -> bool:
    """Whether a call gives a seed, or the file sets one: `options.randomSeed = 3`."""
    if is_seeded(how, call) or _is_placed(module, call):
        return True
    return bool(how.setter) and (
        how.setter in module.types.attributes or any(map(_is_option, call.args[1:]))
    )


def _is_placed(module: Module, call: ast.Call) -> bool:
    """Whether a random graph gets the places of its nodes, so that nothing is left to draw."""
    name = word(call.func)
    is_geometric = name == "random_geometric_graph" and module.qualify(call.func) is not None
    return is_geometric and any(keyword.arg == "pos" for keyword in call.keywords)


def _is_option(given: ast.expr) -> bool:
    """Whether options are passed that are made elsewhere, and not numbers."""
    return isinstance(given, ast.Name | ast.Attribute) and "param" in word(given).lower()


def _severity(module: Module, use: Use) -> Severity | None:
    if use.name.rpartition(".")[2] in LAYOUTS or _is_seeded_later(module, use.where):
        return Severity.HINT
    if _is_of_ensemble(module, use.where):
        return Severity.HINT
    return draw_severity(module, use.node)


def _is_seeded_later(module: Module, made: ast.expr) -> bool:
    """Whether a model gets its seed after it was made: `clone(KMeans(3), self.random_state)`."""
    return any(
        isinstance(parent, ast.Call) and parent is not made and _passes_seed(parent)
        for each in (made, *_loads(module, made))
        for parent in module.tree.ancestors(each)
    )


def _is_of_ensemble(module: Module, made: ast.expr) -> bool:
    """Whether a model is a part of an ensemble of scikit-learn, which seeds its parts."""
    around = module.tree.class_around(made)
    lineage = module.names.classes[around].lineage() if around is not None else ()
    bases = [base for info in lineage for base in info.foreign_bases]
    return any(base.startswith(("sklearn.ensemble.", "imblearn.ensemble.")) for base in bases)


def _loads(module: Module, made: ast.expr) -> list[ast.expr]:
    """Where the variable or attribute is read that a statement assigns."""
    match module.tree.statement(made):
        case ast.Assign(targets=[ast.Name() as target]):
            return [*module.tree.loads(target)]
        case ast.Assign(targets=[ast.Attribute(attr=name)]):
            return [*module.flow.attribute_loads.get(name, ())]
    return []


def _passes_seed(call: ast.Call) -> bool:
    named = [keyword.arg or "" for keyword in call.keywords]
    return any(names_seed(each) for each in (*named, *map(word, call.args)))
