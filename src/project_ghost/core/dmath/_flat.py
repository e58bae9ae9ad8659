"""The functions for the interpreter, made by `python tools/dmath_flat.py`; do not edit."""

from math import copysign, frexp, ldexp
from math import sqrt as ieee_sqrt

from project_ghost.core.errors import DomainError

from ._exact import INFINITY
from ._power import parity
from ._reduction import reduce_large_angle
from ._tables import (
    _ATAN_HIGH,
    _ATAN_LOW,
    _EXP_HIGH,
    _EXP_LOW,
    _LOG_HIGH,
    _LOG_INVERSE,
    _LOG_LOW,
    _LOG_OFFSET,
)


def sin(x: float) -> float:
    """The sine of x radians."""
    x = float(x)
    z = x * x
    if z <= 0.6168502750680849:
        if z < 5.551115123125783e-17:
            return x
        w = z * z
        return x + x * z * (-0.16666666666666666 + w * (-0.00019841269841265063 + w * (-2.5052106231802837e-08 + w * -7.586691094197958e-13)) + z * (0.008333333333333331 + w * (2.7557319219337312e-06 + w * 1.6058531516797758e-10)))
    if not -INFINITY < x < INFINITY:
        raise DomainError('dmath.sin', 'a finite angle', x)
    if not -1647099.0 < x < 1647099.0:
        quadrant, y, y_low = reduce_large_angle(x)
    else:
        n = x * 0.6366197723675814 + 6755399441055744.0 - 6755399441055744.0
        first = x - n * 1.5707963267341256
        b = -(n * 6.077100506303966e-11)
        high = first + b
        b_part = high - first
        error_1 = first - (high - b_part) + (b - b_part)
        b_2 = -(n * 2.0222662487111665e-21)
        total_2 = high + b_2
        b_part_2 = total_2 - high
        high, error_2 = (total_2, high - (total_2 - b_part_2) + (b_2 - b_part_2))
        b_3 = error_1 + error_2 - n * 8.4784276603689e-32
        y = high + b_3
        y_low = high - y + b_3
        quadrant = int(n) & 3
    if quadrant & 1:
        z_2 = y * y
        half = 0.5 * z_2
        high_2 = 1.0 - half
        w_2 = z_2 * z_2
        low = 1.0 - high_2 - half + (w_2 * (0.041666666666666664 + w_2 * (2.480158729876456e-05 + w_2 * 2.087614614655861e-09) + z_2 * (-0.0013888888888887398 + w_2 * (-2.7557317271145144e-07 + w_2 * -1.1382623647474604e-11))) - y * y_low)
        value = high_2 + low
    else:
        z_3 = y * y
        w_3 = z_3 * z_3
        high_4 = y
        low_2 = y * z_3 * (-0.16666666666666666 + w_3 * (-0.00019841269841265063 + w_3 * (-2.5052106231802837e-08 + w_3 * -7.586691094197958e-13)) + z_3 * (0.008333333333333331 + w_3 * (2.7557319219337312e-06 + w_3 * 1.6058531516797758e-10))) + y_low * (1.0 - 0.5 * z_3)
        value = high_4 + low_2
    if quadrant & 2:
        return -value
    return value


def cos(x: float) -> float:
    """The cosine of x radians."""
    x = float(x)
    z = x * x
    if z <= 0.6168502750680849:
        half = 0.5 * z
        high = 1.0 - half
        w = z * z
        return high + (1.0 - high - half + w * (0.041666666666666664 + w * (2.480158729876456e-05 + w * 2.087614614655861e-09) + z * (-0.0013888888888887398 + w * (-2.7557317271145144e-07 + w * -1.1382623647474604e-11))))
    if not -INFINITY < x < INFINITY:
        raise DomainError('dmath.cos', 'a finite angle', x)
    if not -1647099.0 < x < 1647099.0:
        quadrant, y, y_low = reduce_large_angle(x)
    else:
        n = x * 0.6366197723675814 + 6755399441055744.0 - 6755399441055744.0
        first = x - n * 1.5707963267341256
        b = -(n * 6.077100506303966e-11)
        high_2 = first + b
        b_part = high_2 - first
        error_1 = first - (high_2 - b_part) + (b - b_part)
        b_2 = -(n * 2.0222662487111665e-21)
        total_2 = high_2 + b_2
        b_part_2 = total_2 - high_2
        high_2, error_2 = (total_2, high_2 - (total_2 - b_part_2) + (b_2 - b_part_2))
        b_3 = error_1 + error_2 - n * 8.4784276603689e-32
        y = high_2 + b_3
        y_low = high_2 - y + b_3
        quadrant = int(n) & 3
    if quadrant & 1:
        z_2 = y * y
        w_2 = z_2 * z_2
        high_3 = y
        low = y * z_2 * (-0.16666666666666666 + w_2 * (-0.00019841269841265063 + w_2 * (-2.5052106231802837e-08 + w_2 * -7.586691094197958e-13)) + z_2 * (0.008333333333333331 + w_2 * (2.7557319219337312e-06 + w_2 * 1.6058531516797758e-10))) + y_low * (1.0 - 0.5 * z_2)
        value = high_3 + low
    else:
        z_3 = y * y
        half_2 = 0.5 * z_3
        high_4 = 1.0 - half_2
        w_3 = z_3 * z_3
        low_2 = 1.0 - high_4 - half_2 + (w_3 * (0.041666666666666664 + w_3 * (2.480158729876456e-05 + w_3 * 2.087614614655861e-09) + z_3 * (-0.0013888888888887398 + w_3 * (-2.7557317271145144e-07 + w_3 * -1.1382623647474604e-11))) - y * y_low)
        value = high_4 + low_2
    if quadrant == 1 or quadrant == 2:
        return -value
    return value


def tan(x: float) -> float:
    """The tangent of x radians."""
    x = float(x)
    z = x * x
    if z <= 0.6168502750680849:
        if z < 5.551115123125783e-17:
            return x
        z_2 = x * x
        c = 134217729.0 * x
        high_2 = c - (c - x)
        low_2 = x - high_2
        mixed = high_2 * low_2
        z_low_2 = high_2 * high_2 - z_2 + mixed + mixed + low_2 * low_2
        w = z_2 * z_2
        b = x * z_2 * (-0.16666666666666666 + w * (-0.00019841269841265063 + w * (-2.5052106231802837e-08 + w * -7.586691094197958e-13)) + z_2 * (0.008333333333333331 + w * (2.7557319219337312e-06 + w * 1.6058531516797758e-10))) - x * z_low_2 * 0.16666666666666666
        sine_2 = x + b
        sine_low_2 = x - sine_2 + b
        half = 0.5 * z_2
        high = 1.0 - half
        low = 1.0 - high - half + w * (0.041666666666666664 + w * (2.480158729876456e-05 + w * 2.087614614655861e-09) + z_2 * (-0.0013888888888887398 + w * (-2.7557317271145144e-07 + w * -1.1382623647474604e-11)))
        b_2 = low - 0.5 * z_low_2
        cosine_2 = high + b_2
        cosine_low_2 = high - cosine_2 + b_2
        inverse = 1.0 / cosine_2
        a = sine_2 * inverse
        c_2 = 134217729.0 * a
        head = c_2 - (c_2 - a)
        c_3 = 134217729.0 * cosine_2
        b_head = c_3 - (c_3 - cosine_2)
        b_tail = cosine_2 - b_head
        remainder = sine_2 - head * b_head - head * b_tail + (sine_low_2 - head * cosine_low_2)
        return head + remainder * inverse
    if not -INFINITY < x < INFINITY:
        raise DomainError('dmath.tan', 'a finite angle', x)
    if not -1647099.0 < x < 1647099.0:
        quadrant, y, y_low = reduce_large_angle(x)
    else:
        n = x * 0.6366197723675814 + 6755399441055744.0 - 6755399441055744.0
        first = x - n * 1.5707963267341256
        b_3 = -(n * 6.077100506303966e-11)
        high_6 = first + b_3
        b_part = high_6 - first
        error_1 = first - (high_6 - b_part) + (b_3 - b_part)
        b_4 = -(n * 2.0222662487111665e-21)
        total_4 = high_6 + b_4
        b_part_2 = total_4 - high_6
        high_6, error_2 = (total_4, high_6 - (total_4 - b_part_2) + (b_4 - b_part_2))
        b_5 = error_1 + error_2 - n * 8.4784276603689e-32
        y = high_6 + b_5
        y_low = high_6 - y + b_5
        quadrant = int(n) & 3
    z = y * y
    c_4 = 134217729.0 * y
    high_7 = c_4 - (c_4 - y)
    low_3 = y - high_7
    mixed_2 = high_7 * low_3
    z_low = high_7 * high_7 - z + mixed_2 + mixed_2 + low_3 * low_3
    w_3 = z * z
    sine = y
    sine_low = y * z * (-0.16666666666666666 + w_3 * (-0.00019841269841265063 + w_3 * (-2.5052106231802837e-08 + w_3 * -7.586691094197958e-13)) + z * (0.008333333333333331 + w_3 * (2.7557319219337312e-06 + w_3 * 1.6058531516797758e-10))) + y_low * (1.0 - 0.5 * z)
    b_6 = sine_low - y * z_low * 0.16666666666666666
    total_6 = sine + b_6
    sine, sine_low = (total_6, sine - total_6 + b_6)
    half_2 = 0.5 * z
    cosine = 1.0 - half_2
    w_4 = z * z
    cosine_low = 1.0 - cosine - half_2 + (z * z * (0.041666666666666664 + w_4 * (2.480158729876456e-05 + w_4 * 2.087614614655861e-09) + z * (-0.0013888888888887398 + w_4 * (-2.7557317271145144e-07 + w_4 * -1.1382623647474604e-11))) - y * y_low)
    b_7 = cosine_low - 0.5 * z_low
    total_7 = cosine + b_7
    cosine, cosine_low = (total_7, cosine - total_7 + b_7)
    odd = quadrant & 1 == 1
    a_2 = cosine if odd else sine
    b_8 = -sine if odd else cosine
    inverse_2 = 1.0 / b_8
    a_3 = a_2 * inverse_2
    c_5 = 134217729.0 * a_3
    head_2 = c_5 - (c_5 - a_3)
    c_6 = 134217729.0 * b_8
    b_head_2 = c_6 - (c_6 - b_8)
    b_tail_2 = b_8 - b_head_2
    remainder_2 = a_2 - head_2 * b_head_2 - head_2 * b_tail_2 + ((cosine_low if odd else sine_low) - head_2 * (-sine_low if odd else cosine_low))
    return head_2 + remainder_2 * inverse_2


def sincos(x: float) -> tuple[float, float]:
    """(sin(x), cos(x)), the same bits as from separate calls, with one reduction."""
    x = float(x)
    z = x * x
    if z <= 0.6168502750680849:
        if z < 5.551115123125783e-17:
            half = 0.5 * z
            high = 1.0 - half
            w = z * z
            return (x, high + (1.0 - high - half + w * (0.041666666666666664 + w * (2.480158729876456e-05 + w * 2.087614614655861e-09) + z * (-0.0013888888888887398 + w * (-2.7557317271145144e-07 + w * -1.1382623647474604e-11)))))
        w_2 = z * z
        half_2 = 0.5 * z
        high_2 = 1.0 - half_2
        return (x + x * z * (-0.16666666666666666 + w_2 * (-0.00019841269841265063 + w_2 * (-2.5052106231802837e-08 + w_2 * -7.586691094197958e-13)) + z * (0.008333333333333331 + w_2 * (2.7557319219337312e-06 + w_2 * 1.6058531516797758e-10))), high_2 + (1.0 - high_2 - half_2 + w_2 * (0.041666666666666664 + w_2 * (2.480158729876456e-05 + w_2 * 2.087614614655861e-09) + z * (-0.0013888888888887398 + w_2 * (-2.7557317271145144e-07 + w_2 * -1.1382623647474604e-11)))))
    if not -INFINITY < x < INFINITY:
        raise DomainError('dmath.sincos', 'a finite angle', x)
    if not -1647099.0 < x < 1647099.0:
        quadrant, y, y_low = reduce_large_angle(x)
    else:
        n = x * 0.6366197723675814 + 6755399441055744.0 - 6755399441055744.0
        first = x - n * 1.5707963267341256
        b = -(n * 6.077100506303966e-11)
        high_3 = first + b
        b_part = high_3 - first
        error_1 = first - (high_3 - b_part) + (b - b_part)
        b_2 = -(n * 2.0222662487111665e-21)
        total_2 = high_3 + b_2
        b_part_2 = total_2 - high_3
        high_3, error_2 = (total_2, high_3 - (total_2 - b_part_2) + (b_2 - b_part_2))
        b_3 = error_1 + error_2 - n * 8.4784276603689e-32
        y = high_3 + b_3
        y_low = high_3 - y + b_3
        quadrant = int(n) & 3
    z_2 = y * y
    w_4 = z_2 * z_2
    high_4 = y
    low = y * z_2 * (-0.16666666666666666 + w_4 * (-0.00019841269841265063 + w_4 * (-2.5052106231802837e-08 + w_4 * -7.586691094197958e-13)) + z_2 * (0.008333333333333331 + w_4 * (2.7557319219337312e-06 + w_4 * 1.6058531516797758e-10))) + y_low * (1.0 - 0.5 * z_2)
    sine = high_4 + low
    z_3 = y * y
    half_3 = 0.5 * z_3
    high_5 = 1.0 - half_3
    w_5 = z_3 * z_3
    low_2 = 1.0 - high_5 - half_3 + (w_5 * (0.041666666666666664 + w_5 * (2.480158729876456e-05 + w_5 * 2.087614614655861e-09) + z_3 * (-0.0013888888888887398 + w_5 * (-2.7557317271145144e-07 + w_5 * -1.1382623647474604e-11))) - y * y_low)
    cosine = high_5 + low_2
    if quadrant == 0:
        return (sine, cosine)
    if quadrant == 1:
        return (cosine, -sine)
    if quadrant == 2:
        return (-sine, -cosine)
    return (-cosine, sine)


def wrap_angle(x: float) -> float:
    """The angle in [-pi, pi] that differs from x by whole turns, of the true 2 pi.

    An x in that range is returned unchanged. Even huge angles keep their sine and cosine.
    """
    x = float(x)
    if -3.141592653589793 <= x <= 3.141592653589793:
        return x
    if not -INFINITY < x < INFINITY:
        raise DomainError('dmath.wrap_angle', 'a finite angle', x)
    if not -1647099.0 < x < 1647099.0:
        quadrant, y, y_low = reduce_large_angle(x)
    else:
        n = x * 0.6366197723675814 + 6755399441055744.0 - 6755399441055744.0
        first = x - n * 1.5707963267341256
        b = -(n * 6.077100506303966e-11)
        high_2 = first + b
        b_part = high_2 - first
        error_1 = first - (high_2 - b_part) + (b - b_part)
        b_2 = -(n * 2.0222662487111665e-21)
        total_2 = high_2 + b_2
        b_part_2 = total_2 - high_2
        high_2, error_2 = (total_2, high_2 - (total_2 - b_part_2) + (b_2 - b_part_2))
        b_3 = error_1 + error_2 - n * 8.4784276603689e-32
        y = high_2 + b_3
        y_low = high_2 - y + b_3
        quadrant = int(n) & 3
    if quadrant == 0:
        return y
    turn = 1.5707963267948966 if quadrant & 1 else 3.141592653589793
    turn_low = 6.123233995736766e-17 if quadrant & 1 else 1.2246467991473532e-16
    if quadrant == 3 or (quadrant == 2 and y > 0.0):
        turn = -turn
        turn_low = -turn_low
    high = turn + y
    error = turn - high + y
    return high + (error + (turn_low + y_low))


def asin(x: float) -> float:
    """The angle in [-pi/2, pi/2] whose sine is x, for -1 <= x <= 1."""
    x = float(x)
    if -0.5 < x < 0.5:
        if -7.450580596923828e-09 < x < 7.450580596923828e-09:
            return x
        z = x * x
        w = z * z
        return x + x * z * (0.16666666666666666 + w * (0.044642857142551895 + w * (0.02237215744350722 + w * (0.01396378001220357 + w * (0.009621842970100282 + w * (0.0030448799094556773 + w * -0.01924167174674304))))) + z * (0.07500000000000118 + w * (0.03038194447553234 + w * (0.017352816540325496 + w * (0.011566459612121669 + w * (0.009319560794767446 + w * (0.019554513336123378 + w * 0.02961201126495512)))))))
    if not -1.0 <= x <= 1.0:
        raise DomainError('dmath.asin', '-1 <= x <= 1', x)
    size = abs(x)
    z_2 = 0.5 * (1.0 - size)
    root = ieee_sqrt(z_2)
    if root == 0.0:
        high = 0.0
        low = 0.0
    else:
        square = root * root
        c = 134217729.0 * root
        high_2 = c - (c - root)
        low_2 = root - high_2
        mixed = high_2 * low_2
        square_low = high_2 * high_2 - square + mixed + mixed + low_2 * low_2
        root_low = (z_2 - square - square_low) / (2.0 * root)
        w_2 = z_2 * z_2
        high = 2.0 * root
        low = 2.0 * (root_low + root * z_2 * (0.16666666666666666 + w_2 * (0.044642857142551895 + w_2 * (0.02237215744350722 + w_2 * (0.01396378001220357 + w_2 * (0.009621842970100282 + w_2 * (0.0030448799094556773 + w_2 * -0.01924167174674304))))) + z_2 * (0.07500000000000118 + w_2 * (0.03038194447553234 + w_2 * (0.017352816540325496 + w_2 * (0.011566459612121669 + w_2 * (0.009319560794767446 + w_2 * (0.019554513336123378 + w_2 * 0.02961201126495512))))))))
    b = -high
    high_4 = 1.5707963267948966 + b
    error = 1.5707963267948966 - high_4 + b
    return copysign(high_4 + (error + (6.123233995736766e-17 - low)), x)


def acos(x: float) -> float:
    """The angle in [0, pi] whose cosine is x, for -1 <= x <= 1."""
    x = float(x)
    if -0.5 < x < 0.5:
        b = -x
        high = 1.5707963267948966 + b
        error = 1.5707963267948966 - high + b
        z = x * x
        w = z * z
        return high + (error + (6.123233995736766e-17 - x * z * (0.16666666666666666 + w * (0.044642857142551895 + w * (0.02237215744350722 + w * (0.01396378001220357 + w * (0.009621842970100282 + w * (0.0030448799094556773 + w * -0.01924167174674304))))) + z * (0.07500000000000118 + w * (0.03038194447553234 + w * (0.017352816540325496 + w * (0.011566459612121669 + w * (0.009319560794767446 + w * (0.019554513336123378 + w * 0.02961201126495512)))))))))
    if not -1.0 <= x <= 1.0:
        raise DomainError('dmath.acos', '-1 <= x <= 1', x)
    size = abs(x)
    z_2 = 0.5 * (1.0 - size)
    root = ieee_sqrt(z_2)
    if root == 0.0:
        high = 0.0
        low = 0.0
    else:
        square = root * root
        c = 134217729.0 * root
        high_2 = c - (c - root)
        low_2 = root - high_2
        mixed = high_2 * low_2
        square_low = high_2 * high_2 - square + mixed + mixed + low_2 * low_2
        root_low = (z_2 - square - square_low) / (2.0 * root)
        w_2 = z_2 * z_2
        high = 2.0 * root
        low = 2.0 * (root_low + root * z_2 * (0.16666666666666666 + w_2 * (0.044642857142551895 + w_2 * (0.02237215744350722 + w_2 * (0.01396378001220357 + w_2 * (0.009621842970100282 + w_2 * (0.0030448799094556773 + w_2 * -0.01924167174674304))))) + z_2 * (0.07500000000000118 + w_2 * (0.03038194447553234 + w_2 * (0.017352816540325496 + w_2 * (0.011566459612121669 + w_2 * (0.009319560794767446 + w_2 * (0.019554513336123378 + w_2 * 0.02961201126495512))))))))
    if x > 0.0:
        return high + low
    b_2 = -high
    high_4 = 3.141592653589793 + b_2
    error_2 = 3.141592653589793 - high_4 + b_2
    return high_4 + (error_2 + (1.2246467991473532e-16 - low))


def atan(x: float) -> float:
    """The angle in [-pi/2, pi/2] whose tangent is x."""
    x = float(x)
    a = abs(x)
    if a < 0.4375:
        above = a
        below = 1.0
        base = 0.0
        base_low = 0.0
    elif a < 0.6875:
        above = a - 0.5
        below = 1.0 + 0.5 * a
        base = 0.4636476090008061
        base_low = 2.2698777452961687e-17
    elif a < 1.1875:
        above = a - 1.0
        below = 1.0 + a
        base = 0.7853981633974483
        base_low = 3.061616997868383e-17
    elif a < 2.4375:
        above = a - 1.5
        below = 1.0 + 1.5 * a
        base = 0.982793723247329
        base_low = 1.3903311031230998e-17
    elif a == a:
        above = -1.0
        below = a
        base = 1.5707963267948966
        base_low = 6.123233995736766e-17
    else:
        raise DomainError('dmath.atan', 'a number', x)
    t = above / below
    z = t * t
    total = base + t
    error = base - total + t
    w = z * z
    return copysign(total + (error + (base_low + t * z * (-0.3333333333333333 + w * (-0.14285714285566806 + w * (-0.09090908355602592 + w * (-0.06666241923359964 + w * (-0.05216679739313656 + w * -0.033128134256069586)))) + z * (0.1999999999999941 + w * (0.11111111096645038 + w * (0.07692285554889286 + w * (0.05876946456755061 + w * (0.04492259293193656 + w * 0.014773184616983806)))))))), x)


def atan2(y: float, x: float) -> float:
    """The angle in [-pi, pi] of the point (x, y), with the signs of zeros as IEEE 754 has it."""
    y = float(y)
    x = float(x)
    right = copysign(1.0, x) > 0.0
    x_size = abs(x)
    y_size = abs(y)
    if 0.0 < x_size < INFINITY and 0.0 < y_size < INFINITY:
        steep = y_size > x_size
        y_2 = x_size if steep else y_size
        x_2 = y_size if steep else x_size
        ratio = y_2 / x_2
        if ratio < 7.450580596923828e-09:
            high = ratio
            low = 0.0
        else:
            if x_2 > 1e+150:
                y_2 = y_2 * 2.409919865102884e-181
                x_2 = x_2 * 2.409919865102884e-181
            elif y_2 < 1e-130:
                y_2 = y_2 * 4.149515568880993e+180
                x_2 = x_2 * 4.149515568880993e+180
            i = int(ratio * 16.0 + 0.5)
            c = i * 0.0625
            c_2 = 134217729.0 * x_2
            x_high = c_2 - (c_2 - x_2)
            x_low = x_2 - x_high
            a = y_2 - c * x_high
            b = -(c * x_low)
            above = a + b
            b_part = above - a
            above_low = a - (above - b_part) + (b - b_part)
            b_2 = c * y_2
            below = x_2 + b_2
            below_low = x_2 - below + b_2
            inverse = 1.0 / below
            t = above * inverse
            product = t * below
            c_3 = 134217729.0 * t
            a_high = c_3 - (c_3 - t)
            a_low = t - a_high
            c_4 = 134217729.0 * below
            b_high = c_4 - (c_4 - below)
            b_low = below - b_high
            product_low = a_high * b_high - product + a_high * b_low + a_low * b_high + a_low * b_low
            t_low = (above - product - product_low + (above_low - t * below_low)) * inverse
            z = t * t
            a_2 = _ATAN_HIGH[i]
            high_2 = a_2 + t
            error_2 = a_2 - high_2 + t
            w = z * z
            b_3 = error_2 + (_ATAN_LOW[i] + (t_low + t * z * (-0.3333333333333333 + w * (-0.14285714279855288 + w * -0.09071853993915098) + z * (0.19999999999999274 + w * 0.11111094574483682))))
            high = high_2 + b_3
            low = high_2 - high + b_3
        axis = 1.5707963267948966 if steep else 0.0 if right else 3.141592653589793
        axis_low = 6.123233995736766e-17 if steep else 0.0 if right else 1.2246467991473532e-16
        sign = -1.0 if steep == right else 1.0
        b_4 = sign * high
        total = axis + b_4
        error = axis - total + b_4
        return copysign(total + (error + (axis_low + sign * low)), y)
    if x != x or y != y:
        raise DomainError('dmath.atan2', 'numbers', y, x)
    if x_size == INFINITY and y_size == INFINITY:
        angle = 0.5 * 1.5707963267948966 if right else 1.5 * 1.5707963267948966
    elif y_size == 0.0 or x_size == INFINITY:
        angle = 0.0 if right else 3.141592653589793
    else:
        angle = 1.5707963267948966
    return copysign(angle, y)


def sinh(x: float) -> float:
    """(exp(x) - exp(-x)) / 2."""
    x = float(x)
    size = abs(x)
    if size < 0.5:
        z = x * x
        w = z * z
        return x + x * z * (0.16666666666666666 + w * (0.00019841269841146993 + w * 2.505194670972162e-08) + z * (0.00833333333333336 + w * (2.755731943362024e-06 + w * 1.6116496514371548e-10)))
    if size != size:
        raise DomainError('dmath.sinh', 'a number', x)
    if size > 22.0:
        if size > 711.0:
            value = INFINITY
        else:
            steps = size * 184.6649652337873 + 6755399441055744.0 - 6755399441055744.0
            high_2 = size - steps * 0.0054152123482253955
            low_2 = 0.0 - steps * -1.0082281460997769e-13
            r_2 = high_2 + low_2
            r_low_2 = high_2 - r_2 + low_2
            n_2 = int(steps)
            w_2 = r_2 * r_2
            p = r_2 + (r_low_2 + w_2 * (0.4999999999999906 + w_2 * 0.04166667686916893 + r_2 * (0.16666666666666533 + w_2 * 0.00833333479083362)))
            j = n_2 & 127
            high = _EXP_HIGH[j]
            low = _EXP_LOW[j] + high * p
            k = n_2 >> 7
            y = high + low
            exponent = k - 1
            if exponent > 1020:
                value = y * ldexp(1.0, 1020) * ldexp(1.0, exponent - 1020)
            elif exponent < -1020:
                value = y * ldexp(1.0, -960) * ldexp(1.0, exponent + 960)
            else:
                value = y * ldexp(1.0, exponent)
        return copysign(value, x)
    steps_2 = size * 184.6649652337873 + 6755399441055744.0 - 6755399441055744.0
    high_4 = size - steps_2 * 0.0054152123482253955
    low_3 = 0.0 - steps_2 * -1.0082281460997769e-13
    r = high_4 + low_3
    r_low = high_4 - r + low_3
    n = int(steps_2)
    w_3 = r * r
    p_2 = r + (r_low + w_3 * (0.4999999999999906 + w_3 * 0.04166667686916893 + r * (0.16666666666666533 + w_3 * 0.00833333479083362)))
    j_2 = n & 127
    high_5 = _EXP_HIGH[j_2]
    low_4 = _EXP_LOW[j_2] + high_5 * p_2
    k_2 = n >> 7
    total_2 = high_5 + low_4
    high_5, low_4 = (total_2, high_5 - total_2 + low_4)
    factor = ldexp(1.0, k_2)
    grown = high_5 * factor
    grown_low = low_4 * factor
    r_5 = -r
    n_3 = -n
    w_4 = r_5 * r_5
    p_3 = r_5 + (-r_low + w_4 * (0.4999999999999906 + w_4 * 0.04166667686916893 + r_5 * (0.16666666666666533 + w_4 * 0.00833333479083362)))
    j_3 = n_3 & 127
    high_7 = _EXP_HIGH[j_3]
    low_5 = _EXP_LOW[j_3] + high_7 * p_3
    k_3 = n_3 >> 7
    total_3 = high_7 + low_5
    high_7, low_5 = (total_3, high_7 - total_3 + low_5)
    factor_2 = ldexp(1.0, k_3)
    shrunk = high_7 * factor_2
    shrunk_low = low_5 * factor_2
    b = -shrunk
    total = grown + b
    b_part = total - grown
    error = grown - (total - b_part) + (b - b_part)
    return copysign(0.5 * (total + (error + (grown_low - shrunk_low))), x)


def cosh(x: float) -> float:
    """(exp(x) + exp(-x)) / 2."""
    x = float(x)
    size = abs(x)
    if size != size:
        raise DomainError('dmath.cosh', 'a number', x)
    if size > 22.0:
        if size > 711.0:
            return INFINITY
        steps = size * 184.6649652337873 + 6755399441055744.0 - 6755399441055744.0
        high_2 = size - steps * 0.0054152123482253955
        low_2 = 0.0 - steps * -1.0082281460997769e-13
        r_2 = high_2 + low_2
        r_low_2 = high_2 - r_2 + low_2
        n_2 = int(steps)
        w = r_2 * r_2
        p = r_2 + (r_low_2 + w * (0.4999999999999906 + w * 0.04166667686916893 + r_2 * (0.16666666666666533 + w * 0.00833333479083362)))
        j = n_2 & 127
        high = _EXP_HIGH[j]
        low = _EXP_LOW[j] + high * p
        k = n_2 >> 7
        y = high + low
        exponent = k - 1
        if exponent > 1020:
            return y * ldexp(1.0, 1020) * ldexp(1.0, exponent - 1020)
        if exponent < -1020:
            return y * ldexp(1.0, -960) * ldexp(1.0, exponent + 960)
        return y * ldexp(1.0, exponent)
    steps_2 = size * 184.6649652337873 + 6755399441055744.0 - 6755399441055744.0
    high_4 = size - steps_2 * 0.0054152123482253955
    low_3 = 0.0 - steps_2 * -1.0082281460997769e-13
    r = high_4 + low_3
    r_low = high_4 - r + low_3
    n = int(steps_2)
    w_2 = r * r
    p_2 = r + (r_low + w_2 * (0.4999999999999906 + w_2 * 0.04166667686916893 + r * (0.16666666666666533 + w_2 * 0.00833333479083362)))
    j_2 = n & 127
    high_5 = _EXP_HIGH[j_2]
    low_4 = _EXP_LOW[j_2] + high_5 * p_2
    k_2 = n >> 7
    total_2 = high_5 + low_4
    high_5, low_4 = (total_2, high_5 - total_2 + low_4)
    factor = ldexp(1.0, k_2)
    grown = high_5 * factor
    grown_low = low_4 * factor
    r_5 = -r
    n_3 = -n
    w_3 = r_5 * r_5
    p_3 = r_5 + (-r_low + w_3 * (0.4999999999999906 + w_3 * 0.04166667686916893 + r_5 * (0.16666666666666533 + w_3 * 0.00833333479083362)))
    j_3 = n_3 & 127
    high_7 = _EXP_HIGH[j_3]
    low_5 = _EXP_LOW[j_3] + high_7 * p_3
    k_3 = n_3 >> 7
    total_3 = high_7 + low_5
    high_7, low_5 = (total_3, high_7 - total_3 + low_5)
    factor_2 = ldexp(1.0, k_3)
    shrunk = high_7 * factor_2
    shrunk_low = low_5 * factor_2
    total = grown + shrunk
    b_part = total - grown
    error = grown - (total - b_part) + (shrunk - b_part)
    return 0.5 * (total + (error + (grown_low + shrunk_low)))


def tanh(x: float) -> float:
    """sinh(x) / cosh(x), between -1 and 1."""
    x = float(x)
    size = abs(x)
    if size < 0.25:
        if size < 1e-09:
            return x
        z = x * x
        w = z * z
        return x + x * z * (-0.3333333333333333 + w * (-0.053968253967195144 + w * (-0.008863226966122328 + w * -0.0014502234715960424)) + z * (0.1333333333333302 + w * (0.021869488400359696 + w * (0.0035918341340072982 + w * 0.0005336803027405916))))
    if size != size:
        raise DomainError('dmath.tanh', 'a number', x)
    if size > 20.0:
        return copysign(1.0, x)
    x_2 = 2.0 * size
    steps = x_2 * 184.6649652337873 + 6755399441055744.0 - 6755399441055744.0
    high = x_2 - steps * 0.0054152123482253955
    low = 0.0 - steps * -1.0082281460997769e-13
    r = high + low
    r_low = high - r + low
    n = int(steps)
    w_2 = r * r
    p = r + (r_low + w_2 * (0.4999999999999906 + w_2 * 0.04166667686916893 + r * (0.16666666666666533 + w_2 * 0.00833333479083362)))
    j = n & 127
    high_2 = _EXP_HIGH[j]
    low_2 = _EXP_LOW[j] + high_2 * p
    k = n >> 7
    total = high_2 + low_2
    high_2, low_2 = (total, high_2 - total + low_2)
    factor = ldexp(1.0, k)
    e = high_2 * factor
    e_low = low_2 * factor
    above = e + -1.0
    b_part = above - e
    above_low = e - (above - b_part) + (-1.0 - b_part)
    below = e + 1.0
    b_part_2 = below - e
    below_low = e - (below - b_part_2) + (1.0 - b_part_2)
    inverse = 1.0 / below
    a = above * inverse
    c = 134217729.0 * a
    head = c - (c - a)
    c_2 = 134217729.0 * below
    b_head = c_2 - (c_2 - below)
    b_tail = below - b_head
    remainder = above - head * b_head - head * b_tail + (above_low + e_low - head * (below_low + e_low))
    return copysign(head + remainder * inverse, x)


def exp(x: float) -> float:
    """e to the power x; infinity above 709.78, zero below -745.13."""
    x = float(x)
    if not -746.0 < x < 710.0:
        if x != x:
            raise DomainError('dmath.exp', 'a number', x)
        if x < 0.0:
            return 0.0
        return INFINITY
    steps = x * 184.6649652337873 + 6755399441055744.0 - 6755399441055744.0
    high_2 = x - steps * 0.0054152123482253955
    low_2 = 0.0 - steps * -1.0082281460997769e-13
    r = high_2 + low_2
    r_low = high_2 - r + low_2
    n = int(steps)
    w = r * r
    p = r + (r_low + w * (0.4999999999999906 + w * 0.04166667686916893 + r * (0.16666666666666533 + w * 0.00833333479083362)))
    j = n & 127
    high = _EXP_HIGH[j]
    low = _EXP_LOW[j] + high * p
    k = n >> 7
    y = high + low
    if k > 1020:
        return y * ldexp(1.0, 1020) * ldexp(1.0, k - 1020)
    if k < -1020:
        return y * ldexp(1.0, -960) * ldexp(1.0, k + 960)
    return y * ldexp(1.0, k)


def expm1(x: float) -> float:
    """exp(x) - 1, accurate also where x is small."""
    x = float(x)
    if -0.125 < x < 0.125:
        if -5e-17 < x < 5e-17:
            return x
        w = x * x
        return x + (0.5 * w + w * x * (0.16666666666666666 + w * (0.008333333333333333 + w * (0.00019841269841298562 + w * (2.7557318562276576e-06 + w * 2.5057754773193247e-08))) + x * (0.041666666666666664 + w * (0.0013888888888926227 + w * (2.4801586441345773e-05 + w * 2.7564659654102525e-07)))))
    if not -40.0 < x < 710.0:
        if x != x:
            raise DomainError('dmath.expm1', 'a number', x)
        if x < 0.0:
            return -1.0
        return INFINITY
    steps = x * 184.6649652337873 + 6755399441055744.0 - 6755399441055744.0
    high_2 = x - steps * 0.0054152123482253955
    low_2 = 0.0 - steps * -1.0082281460997769e-13
    r = high_2 + low_2
    r_low = high_2 - r + low_2
    n = int(steps)
    w_2 = r * r
    p = r + (r_low + w_2 * (0.4999999999999906 + w_2 * 0.04166667686916893 + r * (0.16666666666666533 + w_2 * 0.00833333479083362)))
    j = n & 127
    high = _EXP_HIGH[j]
    low = _EXP_LOW[j] + high * p
    k = n >> 7
    if k > 60:
        y = high + low
        if k > 1020:
            return y * ldexp(1.0, 1020) * ldexp(1.0, k - 1020)
        if k < -1020:
            return y * ldexp(1.0, -960) * ldexp(1.0, k + 960)
        return y * ldexp(1.0, k)
    b = -ldexp(1.0, -k)
    total = high + b
    b_part = total - high
    error = high - (total - b_part) + (b - b_part)
    return (total + (error + low)) * ldexp(1.0, k)


def log(x: float) -> float:
    """The natural logarithm of x > 0."""
    x = float(x)
    if not 0.0 < x < INFINITY:
        if x == INFINITY:
            return x
        raise DomainError('dmath.log', 'x > 0', x)
    m_2, k_2 = frexp(x)
    if m_2 < 0.7071067811865476:
        m = m_2 * 2.0
        k = k_2 - 1
    else:
        m = m_2
        k = k_2
    i = m * 128.0 + 6755399441055744.0 - 6755399441055744.0
    row = int(i) - 90
    r = _LOG_OFFSET[row] + (m - i * 0.0078125 + 0.0) * _LOG_INVERSE[row]
    square = r * r
    a = k * 0.6931471805598903 + _LOG_HIGH[row]
    high = a + r
    error = a - high + r
    rest = error + (k * 5.497923018708371e-14 + _LOG_LOW[row])
    return high + (rest + (r * square * (0.3333333333333333 + square * (0.20000000000002685 + square * (0.14285714131463798 + square * 0.11113326619209246)) + r * (-0.25000000000002953 + square * (-0.16666666496991622 + square * -0.12502437053469434))) - 0.5 * square))


def log1p(x: float) -> float:
    """log(1 + x) for x > -1, accurate also where x is small."""
    x = float(x)
    if -5e-17 < x < 5e-17:
        return x
    if not x > -1.0:
        raise DomainError('dmath.log1p', 'x > -1', x)
    if x > 1e+17:
        return log(x)
    one_plus = 1.0 + x
    b_part = one_plus - 1.0
    error = 1.0 - (one_plus - b_part) + (x - b_part)
    m_2, k_2 = frexp(one_plus)
    if m_2 < 0.7071067811865476:
        m = m_2 * 2.0
        k = k_2 - 1
    else:
        m = m_2
        k = k_2
    i = m * 128.0 + 6755399441055744.0 - 6755399441055744.0
    row = int(i) - 90
    r = _LOG_OFFSET[row] + (m - i * 0.0078125 + error * ldexp(1.0, -k)) * _LOG_INVERSE[row]
    square = r * r
    a = k * 0.6931471805598903 + _LOG_HIGH[row]
    high = a + r
    error_2 = a - high + r
    rest = error_2 + (k * 5.497923018708371e-14 + _LOG_LOW[row])
    return high + (rest + (r * square * (0.3333333333333333 + square * (0.20000000000002685 + square * (0.14285714131463798 + square * 0.11113326619209246)) + r * (-0.25000000000002953 + square * (-0.16666666496991622 + square * -0.12502437053469434))) - 0.5 * square))


def pow(x: float, y: float) -> float:  # noqa: A001 - the function's name everywhere
    """x to the power y.

    A negative x needs an integer y; zero has no negative power. `pow(x, 0)` is 1.
    """
    x = float(x)
    y = float(y)
    if x != x or y != y:
        raise DomainError('dmath.pow', 'numbers', x, y)
    if y == 0.0 or x == 1.0:
        return 1.0
    magnitude = x
    negative = False
    if x <= 0.0:
        kind = parity(y)
        if x == 0.0 and y < 0.0 or (x < 0.0 and x != -INFINITY and (kind < 0)):
            raise DomainError('dmath.pow', 'x > 0, or an integer y, and not zero to a negative y', x, y)
        magnitude = -x
        negative = kind == 1 and copysign(1.0, x) < 0.0
    if magnitude == 1.0:
        result = 1.0
    elif magnitude == 0.0 or magnitude == INFINITY:
        result = 0.0 if (magnitude == 0.0) == (y > 0.0) else INFINITY
    else:
        m_2, k_3 = frexp(magnitude)
        if m_2 < 0.7071067811865476:
            m = m_2 * 2.0
            k_2 = k_3 - 1
        else:
            m = m_2
            k_2 = k_3
        row = int(m * 128.0 + 6755399441055744.0 - 6755399441055744.0) - 90
        c = _LOG_INVERSE[row]
        c_2 = 134217729.0 * m
        m_high = c_2 - (c_2 - m)
        m_low = m - m_high
        a = m_high * c - 1.0
        b = m_low * c
        r_2 = a + b
        b_part = r_2 - a
        r_low_2 = a - (r_2 - b_part) + (b - b_part)
        square = r_2 * r_2
        c_3 = 134217729.0 * r_2
        high_4 = c_3 - (c_3 - r_2)
        low_2 = r_2 - high_4
        mixed = high_4 * low_2
        square_low = high_4 * high_4 - square + mixed + mixed + low_2 * low_2
        cubic = r_2 * square * (0.3333333333333333 + square * (0.20000000000002685 + square * (0.14285714131463798 + square * 0.11113326619209246)) + r_2 * (-0.25000000000002953 + square * (-0.16666666496991622 + square * -0.12502437053469434)))
        a_2 = k_2 * 0.6931471805598903 + _LOG_HIGH[row]
        high_2 = a_2 + r_2
        error_1 = a_2 - high_2 + r_2
        b_2 = -0.5 * square
        total_3 = high_2 + b_2
        high_2, error_2 = (total_3, high_2 - total_3 + b_2)
        rest = error_1 + error_2 + (k_2 * 5.497923018708371e-14 + _LOG_LOW[row])
        b_3 = rest + (r_low_2 - r_2 * r_low_2 - 0.5 * square_low + cubic)
        high = high_2 + b_3
        low = high_2 - high + b_3
        size = high * y
        if not -746.0 < size < 710.0:
            result = 0.0 if size < 0.0 else INFINITY
        else:
            product = high * y
            c_4 = 134217729.0 * high
            a_high = c_4 - (c_4 - high)
            a_low = high - a_high
            c_5 = 134217729.0 * y
            b_high = c_5 - (c_5 - y)
            b_low = y - b_high
            error = a_high * b_high - product + a_high * b_low + a_low * b_high + a_low * b_low
            steps = product * 184.6649652337873 + 6755399441055744.0 - 6755399441055744.0
            high_8 = product - steps * 0.0054152123482253955
            low_3 = error + low * y - steps * -1.0082281460997769e-13
            r = high_8 + low_3
            r_low = high_8 - r + low_3
            n = int(steps)
            w_2 = r * r
            p = r + (r_low + w_2 * (0.4999999999999906 + w_2 * 0.04166667686916893 + r * (0.16666666666666533 + w_2 * 0.00833333479083362)))
            j = n & 127
            head = _EXP_HIGH[j]
            tail = _EXP_LOW[j] + head * p
            k = n >> 7
            y_2 = head + tail
            if k > 1020:
                result = y_2 * ldexp(1.0, 1020) * ldexp(1.0, k - 1020)
            elif k < -1020:
                result = y_2 * ldexp(1.0, -960) * ldexp(1.0, k + 960)
            else:
                result = y_2 * ldexp(1.0, k)
    if negative:
        return -result
    return result


def cbrt(x: float) -> float:
    """The cube root of x, negative for a negative x."""
    x = float(x)
    if x == 0.0 or x == INFINITY or x == -INFINITY:
        return x
    if x != x:
        raise DomainError('dmath.cbrt', 'a number', x)
    m_2, k = frexp(abs(x))
    if m_2 < 0.7071067811865476:
        m = m_2 * 2.0
        exponent = k - 1
    else:
        m = m_2
        exponent = k
    third = exponent // 3
    remainder = exponent - 3 * third
    w = m * m
    t = 0.3996951446865334 + w * (-1.167199483864666 + w * (-0.49622535361458026 + w * -0.01926717343884374)) + m * (1.1890300949279746 + w * (0.9453125400840441 + w * 0.14865407435804498))
    if remainder == 1:
        m = m * 2.0
        t = t * 1.2599210498948732
    elif remainder == 2:
        m = m * 4.0
        t = t * 1.5874010519681996
    cube = t * t * t
    t = t * ((cube + 2.0 * m) / (2.0 * cube + m))
    square = t * t
    c = 134217729.0 * t
    high = c - (c - t)
    low = t - high
    mixed = high * low
    square_low = high * high - square + mixed + mixed + low * low
    cube = square * t
    c_2 = 134217729.0 * square
    a_high = c_2 - (c_2 - square)
    a_low = square - a_high
    c_3 = 134217729.0 * t
    b_high = c_3 - (c_3 - t)
    b_low = t - b_high
    cube_low = a_high * b_high - cube + a_high * b_low + a_low * b_high + a_low * b_low
    residual = m - cube - (cube_low + square_low * t)
    root = (t + residual / (3.0 * square)) * ldexp(1.0, third)
    if x > 0.0:
        return root
    return -root


def hypot(x: float, y: float) -> float:
    """The length of (x, y), without undue overflow or underflow."""
    x = float(x)
    y = float(y)
    if x != x or y != y:
        raise DomainError('dmath.hypot', 'numbers', x, y)
    a = abs(x)
    b = abs(y)
    large = a if a > b else b
    small = b if a > b else a
    if large == INFINITY or small * 4e+16 <= large:
        return large + small
    back = 1.0
    if large > 1e+150:
        large = large * 2.409919865102884e-181
        small = small * 2.409919865102884e-181
        back = 4.149515568880993e+180
    elif small < 1e-130:
        large = large * 4.149515568880993e+180
        small = small * 4.149515568880993e+180
        back = 2.409919865102884e-181
    square = large * large
    c = 134217729.0 * large
    high = c - (c - large)
    low = large - high
    mixed = high * low
    square_low = high * high - square + mixed + mixed + low * low
    other = small * small
    c_2 = 134217729.0 * small
    high_3 = c_2 - (c_2 - small)
    low_2 = small - high_3
    mixed_2 = high_3 * low_2
    other_low = high_3 * high_3 - other + mixed_2 + mixed_2 + low_2 * low_2
    total = square + other
    rest = square - total + other + (square_low + other_low)
    root = ieee_sqrt(total)
    again = root * root
    c_3 = 134217729.0 * root
    high_5 = c_3 - (c_3 - root)
    low_3 = root - high_5
    mixed_3 = high_5 * low_3
    again_low = high_5 * high_5 - again + mixed_3 + mixed_3 + low_3 * low_3
    return (root + (total - again - again_low + rest) / (2.0 * root)) * back


def sqrt(x: float) -> float:
    """The square root of x >= 0, correctly rounded as IEEE 754 requires."""
    x = float(x)
    if not x >= 0.0:
        raise DomainError('dmath.sqrt', 'x >= 0', x)
    return ieee_sqrt(x)
