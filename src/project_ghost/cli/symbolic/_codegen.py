"""Write the step of a scenario as C: the function, its header, and a header of names.

`--compile` makes a library beside it, with the flags that keep bits (`-O2 -ffp-contract=off`), and
compares it with the model; exit code 1 if a bit differs.

  ghost symbolic codegen t-junction-1 --keep Cars -o c
  ghost symbolic codegen mine.py:make_graph --math portable --name controller --compile
"""

import argparse
from pathlib import Path

from project_ghost.cli._exit_codes import DIFFERENT, OK
from project_ghost.cli.terminal._facts import print_facts
from project_ghost.cli.terminal._output import add_written, put_document

from ._model_flags import add_model, make_model, model_facts
from ._working import working


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    add_model(parser)
    add = parser.add_argument
    add("--name", default="ghost_step", metavar="NAME",
        help="the name of the function in C [ghost_step]")  # fmt: skip
    add("--compile", action="store_true", help="also compile it, and compare it with the model")
    add_written(parser, "DIR", "the folder for the files [the name of the function]")


def run(arguments: argparse.Namespace) -> int:
    """Write the files, compile them on request."""
    from project_ghost.symbolic import compile_c, differing_results, generate_c, with_library
    from project_ghost.symbolic.files._codegen import require_c_name

    require_c_name(arguments.name)
    folder = arguments.output or Path(arguments.name)
    differing: list[str] = []
    with working(arguments) as show:
        model, _ = make_model(arguments, show)
        show("writing C")
        made = generate_c(model, folder, arguments.name)
        files = [made.source, made.header, made.names]
        if arguments.compile:
            show(f"compiling {made.source.stat().st_size / 1e6:.1f} MB of C")
            library = compile_c(made)
            files.append(library)
            show("comparing the library with the model")
            differing = differing_results(model, with_library(model, library, arguments.name))
    if arguments.json:
        put_document(
            {
                "compiled": arguments.compile,
                "differing": differing,
                "files": [str(each) for each in files],
                "instructions": model.step.n_instructions(),
            }
        )
    else:
        compared = "differs in " + ", ".join(differing) if differing else "every bit as the model"
        print_facts(
            {
                **model_facts(model),
                **({"compiled": compared} if arguments.compile else {}),
                "files": "\n".join(str(each) for each in files),
            }
        )
    return DIFFERENT if differing else OK
