"""Goal: the figure of an estimator has a band of three sigma wherever there is a covariance."""

import numpy as np

from project_ghost.analysis.belief.evaluation import evaluate_estimator
from project_ghost.drawing import Band, Line
from project_ghost.view import errors_figure
from tests.analysis.samples import state


def marks(covariance):
    evaluation = evaluate_estimator([state()], [state(covariance=covariance)])
    figure = errors_figure(evaluation, "errors")
    assert len(figure.panels) == 9
    return [type(mark) for panel in figure.panels for mark in panel.marks]


def test_each_error_is_drawn_in_its_band() -> None:
    assert marks(np.diag(np.full(15, 0.01))) == [Band, Line] * 9


def test_without_a_covariance_only_errors_are_drawn() -> None:
    assert marks(None) == [Line] * 9
