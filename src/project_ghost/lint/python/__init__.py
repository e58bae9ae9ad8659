"""Python source as the rules see it: syntax, scopes, names, types, components."""
