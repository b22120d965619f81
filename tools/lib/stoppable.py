"""Tools that a signal ends in order: first the programs that they run, then, as after an error, all that is open.

So temporary folders are removed, those of the programs too. Only the main thread hears of signals: for the others,
`run` ends as if it had.
"""
# SPDX-License-Identifier: MIT
import contextlib
import os
import signal
import subprocess
import threading

GRACE = 5  # seconds that a program has to clean up

_running = set()  # processes, of all threads
_starting = set()  # threads that start a process, which would be lost if that were interrupted
_stopped_by = []  # the signals that have come


def _signal(process, number):
    """To a process and to what it has started: compilers and launchers have others work for them."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, number)


def _end(process):
    """Ends a process that has not ended, and then what it leaves behind."""
    _signal(process, signal.SIGTERM)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(GRACE)
    _signal(process, signal.SIGKILL)
    process.wait()


def _communicate(process, timeout):
    """What a process prints, which has just been started."""
    _running.add(process)
    try:
        _starting.discard(threading.get_ident())
        _exit_if_stopped()
        return process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired as expired:
        _end(process)
        expired.output, expired.stderr = process.communicate()
        raise
    except BaseException:
        _end(process)
        raise
    finally:
        _running.discard(process)


def _exit_if_stopped():
    if _stopped_by:
        raise SystemExit(128 + _stopped_by[0])


def end_on_signals(farewell=""):
    """From now on a signal raises SystemExit, with the status that a shell would report, after this text.

    Another one does not interrupt what is done then, but leaves no time to programs that do not end.
    """

    def stop(number, _):
        is_first = not _stopped_by
        _stopped_by.append(number)
        for process in _running.copy():
            _signal(process, signal.SIGTERM if is_first else signal.SIGKILL)
        if is_first:
            with contextlib.suppress(OSError):  # the terminal may be gone
                os.write(2, farewell.encode())  # print() may be what was interrupted
            if threading.get_ident() not in _starting:
                _exit_if_stopped()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:  # as nohup has it
            signal.signal(number, stop)


def run(command, timeout=None, **options):
    """subprocess.run for programs that end with the tool, and take what they have started along.

    They have a session of their own: what is typed at the terminal comes to the tool alone.
    """
    _exit_if_stopped()
    thread = threading.get_ident()
    _starting.add(thread)
    try:
        with subprocess.Popen([str(word) for word in command], start_new_session=True, **options) as process:
            output, errors = _communicate(process, timeout)
    finally:
        _starting.discard(thread)
    _exit_if_stopped()
    return subprocess.CompletedProcess(process.args, process.returncode, output, errors)
