"""What the argument of a function that is compiled apart may be."""

# A number, or an array of floats with so many dimensions.
Kind = type[float] | type[int] | int
