"""The proof that expressions have the bits of the engine.

`dmath_bits` compares functions of dmath, `library` finds every Block and Kernel and makes one of
each, `arguments` draws what they take, `components` compares them as graphs, `graphs` has random
graphs, `loops` whole loops: in a row, reloaded, and as C. Tests run all of it on less.
"""
