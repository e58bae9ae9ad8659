"""Goal: estimators are pure, portable and whole in snapshots, as every component must be."""

import pytest

from project_ghost.engine import AbstractComponent
from project_ghost.estimation import ArrivalCount, ErrorStateFilter, NoisyGroundTruth
from project_ghost.testing import check_component


@pytest.mark.slow
@pytest.mark.parametrize(
    "component",
    [
        NoisyGroundTruth(position_noise_m=1.0, orientation_noise_rad=0.1),
        ArrivalCount(),
        ErrorStateFilter(gnss_latency=3, compass_latency=1),
    ],
    ids=lambda component: type(component).__name__,
)
def test_an_estimator_passes_the_component_checker(component: AbstractComponent) -> None:
    check_component(component)
