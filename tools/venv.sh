#!/bin/sh
# Sees to the folder that make installs into: there, whole, and of the Python asked for.
#
#     sh tools/venv.sh FOLDER PYTHON ORIGIN
#
# ORIGIN is make's $(origin PYTHON): "file" where nobody asked for a certain Python. A folder
# that is only half made goes away, so that the next make does not trust it.
venv=$1 python=$2 origin=$3

refuse() {
  echo "$1" >&2
  exit 2
}

has_pip() {
  "$venv/bin/python" -m pip --version >/dev/null 2>&1
}

version() {
  "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])'
}

if [ -e "$venv/.installed" ]; then
  "$venv/bin/python" -c '' 2>/dev/null ||
    refuse "The Python that $venv was made with is gone: run \`make clean\`, then this again."
elif [ -e "$venv" ] && ! has_pip; then
  echo "removing $venv, which is only half made"
  rm -rf "$venv"
fi
if [ -e "$venv" ] && [ "$origin" = file ]; then
  exit 0
fi

"$python" -c '' ||
  refuse "PYTHON=$python is not found, or does not run: give another, as in \`make PYTHON=python3.12\`."
if [ -e "$venv" ]; then
  made=$(version "$venv/bin/python")
  asked=$(version "$python")
  [ "$made" = "$asked" ] ||
    refuse "$venv was made with Python $made, and $python is $asked: run \`make clean\`, then this again."
  exit 0
fi

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
  refuse "Ghost needs Python 3.11 or later, and $python is older: try \`make PYTHON=python3.12\`."
echo "making $venv"
trap 'rm -rf "$venv"; exit 130' INT TERM
if ! "$python" -m venv "$venv" || ! has_pip; then
  rm -rf "$venv"
  refuse "$python could not make $venv with pip in it: its venv module may be missing.
On Debian and Ubuntu: apt install python3-venv"
fi
