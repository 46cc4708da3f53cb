"""Run a program of the tools to its exit status; errors are reported in one line."""

import signal
import sys
from collections.abc import Callable
from concurrent.futures import BrokenExecutor

from common.errors import UserError
from common.tools.files import describe_os_error
from common.tools.terminal.streams import drop_unwritten, prepare_streams, print_message


def run_program(name: str, run: Callable[[], int]) -> int:
    """Run a program, report an error, and return the status: 0 done, 1 something was wrong, 2 bad usage."""
    # Compiled code does not look at Python's signal handlers: let the system end it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        prepare_streams()
        try:
            return run()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        return 1  # the reader is gone
    except UserError as error:
        status, message = error.status, f"{error}"
    except OSError as error:
        status, message = 2, describe_os_error(error)
    except MemoryError as error:
        status, message = 1, f"memory ran out. {error}".rstrip(". ")
    except BrokenExecutor:
        status, message = 1, "a process that did part of the work was ended from outside"
    finally:
        drop_unwritten(sys.stdout, sys.stderr)
    print_message(f"{name}: {message}")
    return status
