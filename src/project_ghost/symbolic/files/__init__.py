"""A model as files: `_save` as a folder that can be loaded again, `_codegen` as C.

`_split_c` makes long functions of C short to compile.
"""
