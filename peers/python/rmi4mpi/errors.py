"""Exceptions of calls. Those of Java are classes that are made when they come."""
import builtins
import threading
import traceback

_MOST_LINES = 200  # of a trace that travels: in nested calls each hop passes all lines on

_lock = threading.Lock()
_classes = {}


class RemoteError(Exception):
    """An exception of a remote call. Its subclasses have the names and the hierarchy of Java's classes.

    java_class is the full name, trace the lines of the stack there as (class, method, file, line), fields what Java's
    object has besides.
    """

    java_class = "java.lang.Throwable"
    trace = ()
    fields = {}

    def add_trace(self, trace, rank):
        self.trace = trace
        if trace and hasattr(self, "add_note"):  # from Python 3.11 on
            lines = "\n".join(f"    at {owner}.{method}({file}:{line})" for owner, method, file, line in trace[:20])
            self.add_note(f"at rank {rank}:\n{lines}")


class MarshalError(RemoteError, TypeError):
    """A value cannot be written or read."""

    java_class = "java.rmi.MarshalException"


class CallTimeout(RemoteError, TimeoutError):
    """A call has not ended in time."""

    java_class = "java.rmi.RemoteException"


def java_exception(name, superclasses=()):
    """Returns the class of Java's exceptions of this name, to catch or to raise them.

    superclasses are names from the direct superclass up.
    """
    with _lock:
        return _class_of(name, tuple(superclasses))


def _class_of(name, superclasses):
    known = _classes.get(name)
    if known is not None and (known.superclasses or not superclasses):
        return known
    if name == "java.lang.Throwable":
        return RemoteError
    module, _, short = name.rpartition(".")
    bases = (_class_of(superclasses[0], superclasses[1:]),) if superclasses else (RemoteError,)
    builtin = getattr(builtins, short, None) if module == "python" else None
    if isinstance(builtin, type) and issubclass(builtin, Exception):
        bases = (RemoteError, builtin)
    if known is not None:  # made for 'except' before its superclasses were known
        known.superclasses = superclasses
        known.__bases__ = bases
        return known
    made = type(short.replace("$", "_"), bases, {"__module__": module, "java_class": name, "superclasses": superclasses})
    _classes[name] = made
    return made


def text_of(error):
    """The message of an exception, in characters that travel. None for none. Raises nothing."""
    try:
        text = str(error.args[0]) if len(error.args) == 1 else str(error) if error.args else None
    except Exception as e:
        text = f"its text cannot be had: {type(e).__qualname__}"
    return None if text is None else text.encode(errors="backslashreplace").decode()


def parts_of(error):
    """Class name, message, trace and superclasses of an exception that leaves this rank."""
    text = text_of(error)
    trace = [[frame.f_globals.get("__name__", "?"), frame.f_code.co_name, frame.f_code.co_filename, line]
             for frame, line in traceback.walk_tb(error.__traceback__)
             if not frame.f_globals.get("__name__", "").startswith("rmi4mpi.")]
    trace.reverse()
    if isinstance(error, RemoteError):
        superclasses = list(getattr(error, "superclasses", ())) or ["java.lang.Exception", "java.lang.Throwable"]
        if error.java_class.startswith("python."):
            superclasses = []
        return error.java_class, text, ([list(line) for line in error.trace] + trace)[:_MOST_LINES], superclasses
    module = type(error).__module__
    name = type(error).__qualname__ if module == "builtins" else f"{module}.{type(error).__qualname__}"
    return f"python.{name}", text, trace[:_MOST_LINES], []
