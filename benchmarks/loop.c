/* The loop of benchmarks/_loop.py by hand, in one call: what compiled code could cost.
 *
 * With -DPORTABLE the elementary functions are those of dmath, the same operations in the
 * same order, and the result has the same bits; without it they are libm's. The tables and
 * constants come from loop_tables.h, written from dmath's own when this is built.
 */
#include <math.h>
#include <stdint.h>

#ifdef PORTABLE
#include "loop_tables.h"

#define TINY 7.450580596923828e-09 /* 2**-27 */
#define TINY_SQUARED 5.551115123125783e-17
#define QUARTER_PI_SQUARED 0.6168502750680849

/* Said to be pure, so that gcc computes once what four derivatives share, as hands would. */
#define KERNEL __attribute__((const)) static

typedef struct { double high, low; } pair;

static inline pair two_sum(double a, double b) {
    double total = a + b, b_part = total - a;
    return (pair){total, (a - (total - b_part)) + (b - b_part)};
}

static inline pair ordered_two_sum(double a, double b) {
    double total = a + b;
    return (pair){total, (a - total) + b};
}

static inline pair split(double a) {
    double c = 134217729.0 * a, high = c - (c - a);
    return (pair){high, a - high};
}

static inline pair two_product(double a, double b) {
    double product = a * b;
    pair p = split(a), q = split(b);
    double error = ((p.high * q.high - product) + p.high * q.low + p.low * q.high) + p.low * q.low;
    return (pair){product, error};
}

static inline pair two_square(double a) {
    double square = a * a;
    pair p = split(a);
    double mixed = p.high * p.low;
    return (pair){square, ((p.high * p.high - square) + mixed + mixed) + p.low * p.low};
}

static inline double quotient(double a, double a_low, double b, double b_low) {
    double inverse = 1.0 / b, head = split(a * inverse).high;
    pair p = split(b);
    return head + (((a - head * p.high) - head * p.low) + (a_low - head * b_low)) * inverse;
}

static inline double sin_low(double y, double y_low, double z) {
    return y * z * sin_series(z) + y_low * (1.0 - 0.5 * z);
}

static inline pair cos_parts(double y, double y_low, double z) {
    double half = 0.5 * z, high = 1.0 - half;
    return (pair){high, ((1.0 - high) - half) + (z * z * cos_series(z) - y * y_low)};
}

static inline double sin_near(double y, double y_low) { return y + sin_low(y, y_low, y * y); }

static inline double cos_near(double y, double y_low) {
    pair c = cos_parts(y, y_low, y * y);
    return c.high + c.low;
}

typedef struct { int64_t quadrant; double y, y_low; } angle;

/* Only for the angles that this loop has: beyond them there is no number. */
static angle reduce_angle(double x) {
    if (!(-1647099.0 < x && x < 1647099.0))
        return (angle){0, NAN, NAN};
    double n = (x * TWO_OVER_PI + 6755399441055744.0) - 6755399441055744.0;
    double first = x - n * HALF_PI_0;
    pair one = two_sum(first, -(n * HALF_PI_1));
    pair two = two_sum(one.high, -(n * HALF_PI_2));
    pair y = ordered_two_sum(two.high, (one.low + two.low) - n * HALF_PI_3);
    return (angle){(int64_t)n & 3, y.high, y.low};
}

KERNEL double d_sin(double x) {
    double z = x * x;
    if (z <= QUARTER_PI_SQUARED)
        return z < TINY_SQUARED ? x : x + x * z * sin_series(z);
    angle r = reduce_angle(x);
    double value = r.quadrant & 1 ? cos_near(r.y, r.y_low) : sin_near(r.y, r.y_low);
    return r.quadrant & 2 ? -value : value;
}

KERNEL double d_cos(double x) {
    double z = x * x;
    if (z <= QUARTER_PI_SQUARED) {
        double half = 0.5 * z, high = 1.0 - half;
        return high + (((1.0 - high) - half) + z * z * cos_series(z));
    }
    angle r = reduce_angle(x);
    double value = r.quadrant & 1 ? sin_near(r.y, r.y_low) : cos_near(r.y, r.y_low);
    return r.quadrant == 1 || r.quadrant == 2 ? -value : value;
}

static inline double tan_of_small(double x) {
    pair z = two_square(x);
    double low = x * z.high * sin_series(z.high) - x * z.low * 0.16666666666666666;
    pair above = ordered_two_sum(x, low);
    double half = 0.5 * z.high, high = 1.0 - half;
    low = ((1.0 - high) - half) + z.high * z.high * cos_series(z.high);
    pair below = ordered_two_sum(high, low - 0.5 * z.low);
    return quotient(above.high, above.low, below.high, below.low);
}

KERNEL double d_tan(double x) {
    if (x * x <= QUARTER_PI_SQUARED)
        return x * x < TINY_SQUARED ? x : tan_of_small(x);
    angle r = reduce_angle(x);
    pair z = two_square(r.y);
    double low = sin_low(r.y, r.y_low, z.high);
    pair above = ordered_two_sum(r.y, low - r.y * z.low * 0.16666666666666666);
    pair c = cos_parts(r.y, r.y_low, z.high);
    pair below = ordered_two_sum(c.high, c.low - 0.5 * z.low);
    if (r.quadrant & 1) {
        pair was = above;
        above = below;
        below = (pair){-was.high, -was.low};
    }
    return quotient(above.high, above.low, below.high, below.low);
}

static pair atan_ratio(double y, double x) {
    double ratio = y / x;
    if (ratio < TINY)
        return (pair){ratio, 0.0};
    if (x > 1e150) {
        y *= 2.409919865102884e-181;
        x *= 2.409919865102884e-181;
    } else if (y < 1e-130) {
        y *= 4.149515568880993e180;
        x *= 4.149515568880993e180;
    }
    int64_t i = (int64_t)(ratio * 16.0 + 0.5);
    double c = i * 0.0625;
    pair parts = split(x);
    pair above = two_sum(y - c * parts.high, -(c * parts.low));
    pair below = ordered_two_sum(x, c * y);
    double inverse = 1.0 / below.high, t = above.high * inverse;
    pair p = two_product(t, below.high);
    double t_low = (((above.high - p.high) - p.low) + (above.low - t * below.low)) * inverse;
    double z = t * t;
    pair sum = ordered_two_sum(ATAN_HIGH[i], t);
    return ordered_two_sum(sum.high, sum.low + (ATAN_LOW[i] + (t_low + t * z * atan_series(z))));
}

KERNEL double d_atan2(double y, double x) {
    int right = copysign(1.0, x) > 0.0;
    double a = fabs(x), b = fabs(y);
    if (!(0.0 < a && a < INFINITY && 0.0 < b && b < INFINITY)) {
        if (x != x || y != y)
            return NAN;
        double at = a == INFINITY && b == INFINITY ? (right ? 0.5 * HALF_PI : 1.5 * HALF_PI)
                    : b == 0.0 || a == INFINITY    ? (right ? 0.0 : PI)
                                                   : HALF_PI;
        return copysign(at, y);
    }
    int steep = b > a;
    pair r = atan_ratio(steep ? a : b, steep ? b : a);
    double axis = steep ? HALF_PI : right ? 0.0 : PI;
    double axis_low = steep ? HALF_PI_LOW : right ? 0.0 : PI_LOW;
    double sign = steep == right ? -1.0 : 1.0;
    pair total = ordered_two_sum(axis, sign * r.high);
    return copysign(total.high + (total.low + (axis_low + sign * r.low)), y);
}
#else
#define d_sin sin
#define d_cos cos
#define d_tan tan
#define d_atan2 atan2
#endif

static double clip(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}

typedef struct { double x, y, heading, v; } slope;

static inline slope derivative(double heading, double v, double steer, double a) {
    return (slope){v * d_cos(heading), v * d_sin(heading), v * d_tan(steer) / 2.8, a};
}

/* From tick `first` to the outputs of `last`; `state` is x, y, heading, v, integral. */
int64_t run(double *state, int64_t first, int64_t last, double *log, int64_t *stamps) {
    double x = state[0], y = state[1], heading = state[2], v = state[3], integral = state[4];
    double steer = 0.0, a = 0.0, h = 0.001, half = 0.5 * h, sixth = h / 6.0;
    int64_t rows = 0;
    for (int64_t n = first; n <= last; n++) {
        if (n % 10 == 0) {
            double ahead = clip(0.8 * v, 4.0, 20.0);
            double target = x + ahead * d_cos(heading);
            double dx = target - x, dy = 3.0 * d_sin(0.05 * target) - y;
            double at = d_atan2(dy, dx) - heading;
            steer = clip(d_atan2(2.0 * 2.8 * d_sin(at), sqrt(dx * dx + dy * dy)), -0.5, 0.5);
            a = clip(1.2 * (12.0 - v) + 0.4 * integral, -4.0, 3.0);
        }
        if (n % 100 == 0) {
            double *row = log + 6 * rows;
            row[0] = x, row[1] = y, row[2] = heading, row[3] = v, row[4] = steer, row[5] = a;
            stamps[rows++] = n;
        }
        if (n == last)
            break;
        slope k1 = derivative(heading, v, steer, a);
        slope k2 = derivative(heading + half * k1.heading, v + half * k1.v, steer, a);
        slope k3 = derivative(heading + half * k2.heading, v + half * k2.v, steer, a);
        slope k4 = derivative(heading + h * k3.heading, v + h * k3.v, steer, a);
        if (n % 10 == 0) {
            double error = 12.0 - v, wanted = 1.2 * error + 0.4 * integral;
            if (-4.0 <= wanted && wanted <= 3.0)
                integral = integral + 0.01 * error;
        }
        x = x + sixth * (k1.x + 2.0 * k2.x + 2.0 * k3.x + k4.x);
        y = y + sixth * (k1.y + 2.0 * k2.y + 2.0 * k3.y + k4.y);
        heading = heading + sixth * (k1.heading + 2.0 * k2.heading + 2.0 * k3.heading + k4.heading);
        v = v + sixth * (k1.v + 2.0 * k2.v + 2.0 * k3.v + k4.v);
    }
    state[0] = x, state[1] = y, state[2] = heading, state[3] = v, state[4] = integral;
    return rows;
}
