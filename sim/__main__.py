"""Runs the command line as ``python -m sim``."""

from sim.cli.main import main

if __name__ == "__main__":
    main()
