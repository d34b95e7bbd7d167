"""Stubs, and objects that others call."""
import asyncio
import concurrent.futures
import threading
import time

from . import wire


def remote(*interfaces):
    """Says which remote interfaces of Java the objects of a class have: @rmi4mpi.remote("pkg.Solver").

    Its public methods are called by their names. Objects travel as references.
    """
    if not interfaces or not all(isinstance(each, str) for each in interfaces):
        raise TypeError('expected the names of interfaces: @rmi4mpi.remote("pkg.Interface")')

    def mark(cls):
        cls.__rmi4mpi_interfaces__ = interfaces
        return cls
    return mark


class Future(concurrent.futures.Future):
    """The outcome of a call. It can be awaited, too, where threads serve."""

    def __init__(self, job=None):
        super().__init__()
        self._job = job

    def result(self, timeout=None):
        self._poll(timeout)
        return super().result(timeout)

    def exception(self, timeout=None):
        self._poll(timeout)
        return super().exception(timeout)

    def _poll(self, timeout):
        """Without threads the waiting thread serves."""
        if self._job is not None and not self._job.has_threads:
            end = None if timeout is None else time.monotonic() + timeout
            while not self.done() and (end is None or time.monotonic() < end):
                if not self._job.poll():
                    time.sleep(0.0001)

    def __await__(self):
        return asyncio.wrap_future(self).__await__()


class Share:
    """The weight of the references that this rank has to one object. The stubs hold it; when they go, it returns."""

    __slots__ = ("job", "rank", "number", "weight", "kept", "lock", "__weakref__")

    def __init__(self, job, rank, number):
        self.job = job
        self.rank = rank
        self.number = number
        self.weight = 0
        self.kept = False
        self.lock = threading.Lock()

    def divide(self):
        with self.lock:
            part = max(self.weight >> wire.WEIGHT_SHIFT, 1)
            if self.kept or part >= self.weight:
                self.kept = True
                return 0
            self.weight -= part
            return part

    def add(self, more):
        with self.lock:
            self.weight += more

    def __del__(self):
        if self.weight > 0 and not self.kept:
            self.job.dropped.append((self.rank, self.number, self.weight))


class Stub:
    """A remote object. stub.method(...) calls it, stub.method.async_(...) returns a future."""

    __slots__ = ("_job", "_rank", "_number", "_interfaces", "_share", "__weakref__")

    def __init__(self, job, rank, number, interfaces, share):
        self._job = job
        self._rank = rank
        self._number = number
        self._interfaces = interfaces
        self._share = share

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return Method(self, name, None)

    def __eq__(self, other):
        return isinstance(other, Stub) and (self._rank, self._number) == (other._rank, other._number)

    def __hash__(self):
        return hash((self._rank, self._number))

    def __repr__(self):
        return f"<stub of {', '.join(self._interfaces) or 'an object'} at rank {self._rank}>"


class Method:
    """A method of a stub. method["(I)V"] is the one with this descriptor."""

    __slots__ = ("_stub", "_name", "_descriptor")

    def __init__(self, stub, name, descriptor):
        self._stub = stub
        self._name = name
        self._descriptor = descriptor

    def __getitem__(self, descriptor):
        return Method(self._stub, self._name, descriptor)

    def __call__(self, *arguments):
        return self._stub._job.call(self, arguments)

    def within(self, seconds, *arguments):
        """Calls the method, and raises CallTimeout when it has not ended in time."""
        return self._stub._job.call(self, arguments, seconds)

    def async_(self, *arguments):
        """Sends the call, and returns its future."""
        return self._stub._job.start(self, arguments)

    def one_way(self, *arguments):
        """Sends the call, whose result and exception no one gets."""
        self._stub._job.send_one_way(self, arguments)

    def __repr__(self):
        return f"{self._name} of {self._stub!r}"
