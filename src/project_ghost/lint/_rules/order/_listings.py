"""Functions that list the files of a folder."""

__all__ = ["FUNCTIONS", "LISTS", "WALKS"]

LISTS = ("os.listdir", "glob.glob")
FUNCTIONS = (*LISTS, "os.scandir", "glob.iglob", "os.walk", "os.fwalk")
WALKS = ("walk", "fwalk")
