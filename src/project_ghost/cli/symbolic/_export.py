"""Export a scenario, a schedule or a graph of yours as a model that CasADi loads.

Without -o it prints what the model would have: its states, inputs and outputs by name. Components
that cannot become expressions, such as searches and contacts, are listed with the reason; `--cut`
makes inputs of their outputs, `--freeze` numbers. The folder gets step.casadi, for
`casadi.Function.load`, and model.json with names, units and rates; `project_ghost.symbolic.load`
reads both.

  ghost symbolic export t-junction-1 --keep Cars -o car
  ghost symbolic export quadrotor-figure-eight --rate-transitions embedded --math portable -o quad
  ghost symbolic export mine.py:make_graph --limits constraints -o mine
"""

import argparse

from project_ghost.cli._exit_codes import OK
from project_ghost.cli.terminal._facts import print_facts
from project_ghost.cli.terminal._output import add_written, put_document

from ._model_flags import add_model, make_model, model_facts
from ._working import working


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    add_model(parser)
    add_written(parser, "DIR", "the folder for the model [none: only print what it has]")


def run(arguments: argparse.Namespace) -> int:
    """Export the model, and write it where a folder is given."""
    from project_ghost.symbolic import model_document, save

    folder = arguments.output
    with working(arguments) as show:
        model, _ = make_model(arguments, show)
        if folder is not None:
            show("writing the model")
            save(model, folder)
    if arguments.json:
        put_document(
            {
                **model_document(model),
                "folder": None if folder is None else str(folder),
                "instructions": model.step.n_instructions(),
            }
        )
        return OK
    written = "none; -o DIR writes the model" if folder is None else str(folder)
    print_facts({**model_facts(model), "files": written})
    return OK
