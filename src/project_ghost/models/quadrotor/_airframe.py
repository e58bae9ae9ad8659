"""The default airframe: a quadrotor in X configuration, 0.24 m, about 0.72 kg.

Mass, inertia, arm length (0.17 m) and rotor constants are those of the AscTec Hummingbird in
the RotorS simulator (Furrer, Burri, Achtelik, Siegwart 2016). The single motor lag lies between
its two (12.5 ms up, 25 ms down). The drag is rounded from the values that Faessler, Franchi and
Scaramuzza (2018) identified.

Rotors are numbered as in autopilots: front right, back left, front left, back right, seen from
above, x forward, y to the left.
"""

from project_ghost.core.dmath import sqrt
from project_ghost.models.rigid_body import STANDARD_GRAVITY_MPS2

Four = tuple[float, float, float, float]

MASS_KG = 0.716
INERTIA_KGM2 = (0.007, 0.007, 0.012, 0.0, 0.0, 0.0)
_ARM_M = 0.12020815280171308  # 0.17 m from the centre, at 45 degrees
ROTOR_X_M: Four = (_ARM_M, -_ARM_M, _ARM_M, -_ARM_M)
ROTOR_Y_M: Four = (-_ARM_M, _ARM_M, _ARM_M, -_ARM_M)
SPIN: Four = (1.0, 1.0, -1.0, -1.0)
THRUST_NEWTON_S2 = 8.54858e-06
MOMENT_M = 0.016
MOTOR_LAG_S = 0.02
ROTOR_MAX_RPS = 838.0
DRAG_NEWTON_S_PER_M = (0.25, 0.25, 0.1)

# The rotor speed of hover in still air: 4 k n n = m g.
HOVER_RPS = sqrt(MASS_KG * STANDARD_GRAVITY_MPS2 / (4.0 * THRUST_NEWTON_S2))
