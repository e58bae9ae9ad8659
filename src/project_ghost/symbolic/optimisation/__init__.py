"""The best trajectory of a model: `_shooting` with IPOPT, `_acados` for acados."""
