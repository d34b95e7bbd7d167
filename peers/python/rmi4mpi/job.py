"""The rank in its job: who its members are, the frames, the calls."""
import atexit
import collections
import ctypes
import os
import re
import socket
import struct
import sys
import threading
import time
import traceback
import weakref

from . import wire
from .errors import CallTimeout, MarshalError, RemoteError, java_exception, text_of
from .objects import Future, Share, Stub
from .values import Reader, Writer

_HEADER = struct.Struct("<BBH4xqq")
_REGISTRY = {
    "bind": "(ILjava/lang/String;Ljava/rmi/Remote;IZ)V",
    "lookup": "(ILjava/lang/String;)Ljava/rmi/Remote;",
    "unbind": "(ILjava/lang/String;)V",
    "list": "(I)[Ljava/lang/String;",
}
_SPINS = 2000
_YIELDS = 0.0003  # seconds, before a thread that waits sleeps
_LONGEST_SLEEP = 0.001
_RING_AGAIN = 0.00005  # while a long frame moves
_WATCH = 0.01
_MOST_THREADS = 256
_MOST_BEGINS = 1000  # of requests that are kept
_MOST_NESTED = sys.getrecursionlimit() // 20  # methods on one thread, which wait for each other
_IN_VAIN = 50  # polls, after which a thread that waits lets others run
_MOVE_AGAIN = 0.01  # seconds
# time.sleep(0) takes 75 us in Python 3.11
_yield = getattr(os, "sched_yield", lambda: time.sleep(0))

try:
    _core_of_thread = ctypes.CDLL(None).sched_getcpu
except AttributeError:
    def _core_of_thread():
        return -1


def _move_on(core):
    """Moves this thread to the next core that it may have."""
    allowed = os.sched_getaffinity(0)
    others = sorted(allowed - {core})
    if others:
        try:
            os.sched_setaffinity(0, {next((each for each in others if each > core), others[0])})
        finally:
            os.sched_setaffinity(0, allowed)


def _ranks(variable, size):
    text = os.environ.get(variable, "").strip()
    try:
        found = set()
        for part in text.split(","):
            first, _, last = part.partition("-")
            found.update(range(int(first), int(last or first) + 1))
        if found and min(found) >= 0 and max(found) < size:
            return sorted(found)
    except ValueError:
        pass
    raise RuntimeError(f"{variable}={text!r}: expected ranks from 0 to {size - 1} such as 0,2-5, the same at all ranks. Start the"
                       " job by 'rmi4mpirun ... : -n N --program python3 ...', or set RMI4MPI_JAVA and RMI4MPI_PEERS")


class _Export:
    __slots__ = ("object", "interfaces", "number", "weight", "pinned", "__weakref__")

    def __init__(self, item, interfaces, number):
        self.object = item
        self.interfaces = interfaces
        self.number = number
        self.weight = 0
        self.pinned = False


class _Collector:
    """The object COLLECTOR of this rank."""

    def __init__(self, job):
        self._job = job

    def giveBack(self, pairs):  # noqa: N802, the name on the wire
        pairs = [int(each) for each in pairs]
        for number, weight in zip(pairs[::2], pairs[1::2]):
            self._job.take_back(number, weight)

    def more(self, number):
        return self._job.lend(number)


class _Pending:
    __slots__ = ("frame", "failure", "future", "method", "news", "depth")

    def __init__(self, method, future):
        self.method = method
        self.frame = None
        self.failure = None
        self.future = future
        self.news = None  # of a thread that waits, and does not poll
        self.depth = 0  # of the methods on that thread

    def end(self):
        news = self.news
        if news is not None:
            news.set()


class Job:
    """This rank's part in the job, from its creation to close().

    threads: whether threads serve the calls of others. Without them, call poll() often.
    """

    has_joined = False

    def __init__(self, threads=True):
        from mpi4py import MPI
        self._mpi = MPI
        self._closed = False
        self._joined = False
        Job.has_joined = True  # from here on the job ends it where it fails
        atexit.register(self._end)
        world = MPI.COMM_WORLD
        java = _ranks("RMI4MPI_JAVA", world.size)
        peers = _ranks("RMI4MPI_PEERS", world.size)
        if world.rank not in peers or world.rank in java:
            raise RuntimeError(f"rank {world.rank} runs Python, but RMI4MPI_PEERS={os.environ['RMI4MPI_PEERS']}"
                               f" and RMI4MPI_JAVA={os.environ['RMI4MPI_JAVA']}: correct them at all ranks")
        if threads and MPI.Query_thread() < MPI.THREAD_SERIALIZED:
            raise RuntimeError("this MPI has no thread level MPI_THREAD_SERIALIZED: use Job(threads=False) and poll()")
        members = java + peers
        group = world.Get_group().Incl(members)
        self._comm = world.Create_group(group, wire.JOIN_TAG)
        self._joined = True
        group.Free()
        self._status = MPI.Status()
        self._byte = MPI.BYTE
        self._any_source = MPI.ANY_SOURCE
        self._any_tag = MPI.ANY_TAG
        self.rank = self._comm.rank
        self.size = self._comm.size
        self.java_size = len(java)
        self._mpi_lock = threading.Lock()  # one thread at a time is in MPI
        self._poll_lock = threading.Lock()
        self._lock = threading.RLock()  # of the tables
        self._sends = collections.deque()
        self._calls = {}
        self._last_id = 0
        self._begins = {}  # of requests, by name and descriptor
        self._one_ways = [0] * self.size
        self._kept = {}
        self._exports = {wire.COLLECTOR: _Export(_Collector(self), (), wire.COLLECTOR)}
        self._exports[wire.COLLECTOR].pinned = True
        self._by_object = {}
        self._next_number = wire.FIRST_OBJECT
        self._shares = weakref.WeakValueDictionary()
        self.dropped = collections.deque()
        self._byes = 0
        self._bells = {}
        self._rung = 0
        self._near = set()  # ranks of this host
        self._core = 0  # 1 + that of a thread that has polled in vain: the next frames tell it
        self._moved = 0
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._requests = collections.deque()
        self._work = threading.Condition()
        self._waiting = 0  # threads that poll for a reply
        self._poller = None  # the last of them that came: it polls
        self._sleepers = []  # the calls of the others
        self._threads = threads
        self._leader = None
        self._leader_waits = False  # for the reply of a call that its method makes
        self._serving = 0
        self._current = None  # stands for the method that the leader runs
        self._running = 0
        self._is_full = False  # the leader is in a method, and no other thread can be started
        self._nested = threading.local()
        self._registry = Stub(self, 0, wire.REGISTRY, ("org.rmi4mpi.rmi.JobRegistry",), None)
        for other in range(self.size):
            if other != self.rank:
                self._hello(other)
        if threads:
            self._lead_anew(None)
            threading.Thread(target=self._watch, name="rmi4mpi-watch", daemon=True).start()

    # ---- the registry

    @staticmethod
    def _split(name):
        place, slash, rest = name.removeprefix("rmi:").removeprefix("//").partition("/") if "//" in name else ("", "", name)
        if not slash:
            return -1, rest if "//" not in name else place
        host = place.partition(":")[0]
        return (int(host[4:]) if host.startswith("rank") and host[4:].isdigit() else -1), rest

    def _registry_call(self, name, *arguments):
        return getattr(self._registry, name)[_REGISTRY[name]](*arguments)

    def lookup(self, name, timeout=10.0):
        """Returns the stub that is bound to a name, such as "solver" or "//rank0/solver".

        Waits for a name that is not bound yet, timeout seconds at most.
        """
        rank, rest = self._split(name)
        end = time.monotonic() + timeout
        while True:
            try:
                return self._registry_call("lookup", rank, rest)
            except java_exception("java.rmi.NotBoundException"):
                if time.monotonic() > end:
                    raise
                self._pause(0.01)

    def bind(self, name, item):
        """Binds a free name to an object of this program, or to a stub."""
        rank, rest = self._split(name)
        self._registry_call("bind", rank, rest, item, self.rank, False)

    def rebind(self, name, item):
        """Binds a name, and replaces what was bound to it."""
        rank, rest = self._split(name)
        self._registry_call("bind", rank, rest, item, self.rank, True)

    def unbind(self, name):
        rank, rest = self._split(name)
        self._registry_call("unbind", rank, rest)

    def list(self, name=""):
        """The names of the job, or of a rank: list("//rank0/")."""
        rank, _ = self._split(name or "x")
        return self._registry_call("list", rank)

    # ---- references

    def reference_of(self, item):
        """The parts of a reference in a message: rank, number, weight, interfaces. None for an object that travels itself."""
        if isinstance(item, Stub):
            weight = 0
            if item._number >= wire.FIRST_OBJECT and item._share is not None:
                weight = item._share.divide()
            return item._rank, item._number, weight, item._interfaces
        interfaces = getattr(type(item), "__rmi4mpi_interfaces__", None)
        if interfaces is None:
            return None
        with self._lock:
            export = self._by_object.get(id(item))
            if export is None:
                export = _Export(item, interfaces, self._next_number)
                self._next_number += 1
                self._exports[export.number] = export
                self._by_object[id(item)] = export
            export.weight += wire.WEIGHT
            return self.rank, export.number, wire.WEIGHT, interfaces

    def arrive(self, rank, number, weight, interfaces):
        if rank == self.rank:
            with self._lock:
                export = self._exports.get(number)
                if export is None:
                    raise MarshalError(f"a reference to object {number} of rank {rank}, which is not there any more")
                found = export.object
                self.take_back(number, weight)
                return found
        share = None
        if weight > 0:
            with self._lock:
                share = self._shares.get((rank, number))
                if share is None:
                    share = self._shares[rank, number] = Share(self, rank, number)
                share.add(weight)
        return Stub(self, rank, number, tuple(interfaces), share)

    def take_back(self, number, weight):
        with self._lock:
            export = self._exports.get(number)
            if export is None or export.pinned or not 0 < weight <= export.weight:
                return
            export.weight -= weight
            if export.weight == 0:
                del self._exports[number]
                del self._by_object[id(export.object)]

    def lend(self, number):
        with self._lock:
            export = self._exports.get(number)
            if export is None or export.pinned:
                return 0
            export.weight += wire.WEIGHT
            return wire.WEIGHT

    def exported(self):
        """Number of this program's objects that other ranks refer to."""
        with self._lock:
            return len(self._exports) - 1

    def _return_weights(self):
        returned = {}
        while self.dropped and not self._closed:
            rank, number, weight = self.dropped.popleft()
            returned.setdefault(rank, []).extend((number, weight))
        for rank, pairs in returned.items():
            for begin in range(0, len(pairs), 512):
                import numpy
                writer = self._writer(wire.ONE_WAY, 0, wire.COLLECTOR)
                self._write_call(writer, "giveBack", "([J)V", (numpy.array(pairs[begin:begin + 512], "i8"),))
                self._send(rank, writer.parts)

    # ---- frames

    def _writer(self, kind, call_id, number):
        return Writer(self, _HEADER.pack(kind, wire.VERSION, self._core, call_id, number))

    def _write_call(self, writer, name, descriptor, arguments):
        writer.parts += self._begins.get((name, descriptor)) or self._write_begin(name, descriptor)
        writer.head(wire.ARRAY, len(arguments))
        if not arguments:
            return
        try:
            for each in arguments:
                writer.write(each)
        except RecursionError as e:
            raise MarshalError("values are nested deeper than Python's recursion limit allows: send a list of the parts") from e

    def _write_begin(self, name, descriptor):
        """How requests of a method begin. Kept, since a program calls few of them."""
        writer = Writer(self, b"")
        writer.head(wire.ARRAY, 3)
        writer.text(name)
        writer.text(descriptor)
        if len(self._begins) < _MOST_BEGINS:
            self._begins[name, descriptor] = bytes(writer.parts)
        return writer.parts

    def _hello(self, rank):
        writer = self._writer(wire.HELLO, 0, 0)
        writer.write({"language": "Python", "host": self._mpi.Get_processor_name(), "pid": os.getpid()})
        self._send(rank, writer.parts)

    def _send(self, rank, frame):
        if self._closed:
            raise java_exception("java.rmi.ConnectException")("the job has ended: make calls before close()")
        if len(frame) >= 1 << 31:
            raise MarshalError(f"a message of {len(frame)} bytes > 2147483647: send less at once")
        tag = wire.FRAME_TAG if len(frame) <= wire.SHORT_FRAME else wire.LONG_FRAME_TAG
        with self._mpi_lock:
            request = self._comm.Isend((frame, self._byte), rank, tag)
            if not request.Test():
                self._sends.append((request, frame, rank))

    def _take(self):
        """Takes a frame off MPI. Returns its sender and its bytes, or None."""
        with self._mpi_lock:
            while self._sends and self._sends[0][0].Test():
                self._sends.popleft()
            status = self._status
            message = self._comm.Improbe(self._any_source, self._any_tag, status)
            if message is None:
                return None
            sender = status.source
            frame = bytearray(status.Get_count(self._byte))
            message.Recv((frame, self._byte))
            return sender, frame

    def _poll(self):
        """Takes a frame, and handles it. Requests go to the queue. Returns whether one has come."""
        if not self._poll_lock.acquire(False):
            return False
        try:
            taken = self._take()
        finally:
            self._poll_lock.release()
        if taken is None:
            return False
        sender, frame = taken
        if len(frame) < wire.HEADER or frame[1] != wire.VERSION or not wire.HELLO <= frame[0] <= wire.EXCEPTION:
            print(f"rmi4mpi: rank {self.rank} drops a message of {len(frame)} bytes from rank {sender}, which is no frame of"
                  f" version {wire.VERSION}", file=sys.stderr, flush=True)
            return True
        told = frame[2] | frame[3] << 8
        if told != 0:
            self._core = _core_of_thread() + 1
        elif self._core != 0:
            self._core = 0
        kind = frame[0]
        if kind in (wire.RESULT, wire.EXCEPTION):
            pending = self._calls.pop(_HEADER.unpack_from(frame)[3], None)
            if pending is None:
                pass  # its caller has given up
            elif pending.future is None:
                pending.frame = frame
                pending.end()
            else:
                self._requests.append((pending, frame))  # what depends on a future may call
        elif kind in (wire.REQUEST, wire.ONE_WAY):
            self._requests.append((sender, frame))
        elif kind == wire.HELLO:
            self._take_hello(sender, frame)
        elif kind == wire.BYE:
            self._byes += 1
        if told != 0:
            self._leave_shared_core(sender, told)
        return True

    def _take_hello(self, sender, frame):
        try:
            about = Reader(self, frame, wire.HEADER).read()
            if about.get("host") != self._mpi.Get_processor_name():
                return
            self._near.add(sender)
            if "bell" in about:
                address, _, port = about["bell"].partition(":")
                self._bells[sender] = ((address, int(port)), about["key"])
        except (MarshalError, AttributeError, KeyError, TypeError, ValueError):
            pass  # a rank without a bell is rung for nothing

    def _leave_shared_core(self, sender, told):
        """The kernel may keep two ranks that yield to each other on one core: the higher one moves on. See peers/c/job.c."""
        now = time.monotonic()
        if told != _core_of_thread() + 1 or sender >= self.rank or sender not in self._near or now - self._moved < _MOVE_AGAIN:
            return
        self._moved = now
        try:
            _move_on(told - 1)
        except OSError:
            pass  # the cores of this process have changed meanwhile, or may not be chosen

    def _keep_sending(self):
        """A long frame moves on while both ranks poll. Returns whether there is one."""
        try:
            rank = self._sends[0][2]
        except IndexError:
            return False
        now = time.monotonic()
        if now - self._rung > _RING_AGAIN:
            self._rung = now
            self._ring(rank)
        _yield()
        return True

    def _ring(self, rank):
        """Wakes a rank in Java that may sleep."""
        bell = self._bells.get(rank)
        if bell is not None:
            try:
                self._socket.sendto(bell[1], bell[0])
            except OSError:
                pass  # it looks for frames in steps

    # ---- calls of this rank

    def _begin(self, method, arguments, future):
        stub = method._stub
        with self._lock:
            self._last_id += 1
            call_id = self._last_id
        writer = self._writer(wire.REQUEST, call_id, stub._number)
        self._write_call(writer, method._name, method._descriptor, arguments)
        pending = self._calls[call_id] = _Pending(method, future)
        try:
            self._send(stub._rank, writer.parts)
        except BaseException:
            del self._calls[call_id]
            raise
        return call_id, pending

    def call(self, method, arguments, seconds=None):
        call_id, pending = self._begin(method, arguments, None)
        self._await(pending, seconds)
        if pending.frame is None:
            self._calls.pop(call_id, None)
            if pending.frame is None:
                if pending.failure is not None:
                    raise pending.failure
                raise CallTimeout(f"{method!r} has not ended within {seconds} s")
        return self._outcome(pending, pending.frame)

    def start(self, method, arguments):
        future = Future(self)
        future.set_running_or_notify_cancel()
        self._begin(method, arguments, future)
        self._ring(method._stub._rank)
        return future

    def send_one_way(self, method, arguments):
        stub = method._stub
        self._one_ways[stub._rank] += 1
        if self._one_ways[stub._rank] > wire.MOST_ONE_WAY:
            self._one_ways[stub._rank] = 0
            kept = self._kept.pop(stub._rank, None)
            try:
                self.call(method, arguments)
            except RemoteError:
                pass  # nobody gets it
            del kept  # the earlier requests have come
            return
        writer = self._writer(wire.ONE_WAY, 0, stub._number)
        self._write_call(writer, method._name, method._descriptor, arguments)
        if len(writer.parts) > wire.SHORT_FRAME:
            self.start(method, arguments)
            return
        self._kept.setdefault(stub._rank, []).append(stub)
        self._send(stub._rank, writer.parts)
        if self._one_ways[stub._rank] == 1:
            self._ring(stub._rank)

    def _outcome(self, pending, frame):
        if frame[0] == wire.RESULT and len(frame) == wire.HEADER + 1 and frame[wire.HEADER] == wire.NULL:
            return None
        reader = Reader(self, frame, wire.HEADER)
        try:
            found = reader.read()
            reader.end()
        except MarshalError:
            raise
        except Exception as e:
            raise MarshalError(f"the reply of {pending.method!r} is damaged: {e}") from e
        if frame[0] == wire.RESULT:
            return found
        if not isinstance(found, BaseException):
            raise MarshalError(f"the reply of {pending.method!r} is no exception")
        if isinstance(found, RemoteError):
            found.add_trace(found.trace, pending.method._stub._rank)
        raise found

    def _complete(self, pending, frame):
        try:
            pending.future.set_result(self._outcome(pending, frame))
        except BaseException as e:
            pending.future.set_exception(e)

    def _await(self, pending, seconds):
        begin = time.monotonic()
        end = None if seconds is None else begin + seconds
        rings = [0.0001, 0.01, 0.1]  # seconds
        idle = 0
        pause = 0.00002
        core = 0
        pending.depth = getattr(self._nested, "depth", 0)
        leads = self._leader is threading.current_thread()
        with self._lock:
            self._waiting += 1
            self._leader_waits |= leads
            self._poller = pending
        try:
            while pending.frame is None and pending.failure is None:
                if self._poll():
                    idle = 0
                    if self._requests:
                        self._leave_requests(pending)
                    continue
                if self._requests:
                    self._leave_requests(pending)
                idle += 1
                if idle < _IN_VAIN:
                    continue
                if idle == _IN_VAIN:
                    core = _core_of_thread() + 1
                now = time.monotonic()
                if end is not None and now > end:
                    return
                if self._keep_sending():
                    continue
                if rings and now - begin > rings[0]:
                    rings.pop(0)
                    self._ring(pending.method._stub._rank)
                if not self._is_poller(pending):
                    longest = _WATCH if rings else 10 * _WATCH
                    self._sleep(pending, longest if end is None else min(longest, max(end - now, 0)))
                    idle = 50
                elif now - begin < _YIELDS:
                    _yield()
                elif idle < _SPINS:
                    time.sleep(0)
                else:
                    time.sleep(pause)
                    pause = min(pause * 33 / 32, _LONGEST_SLEEP)
        finally:
            with self._lock:
                self._waiting -= 1
                if leads and self._leader is threading.current_thread():
                    self._leader_waits = False
            if core != 0:
                self._core = core
            self._stop_polling(pending)

    def _is_poller(self, pending):
        if self._poller is None:
            with self._lock:
                if self._poller is None:
                    self._poller = pending
        return self._poller is pending

    def _stop_polling(self, pending):
        """Has the thread of another call poll, if this one did."""
        if self._poller is pending:
            with self._lock:
                self._poller = None
                if self._sleepers:
                    self._sleepers[-1].end()

    def _hand_on(self):
        """Has a thread poll and serve whose stack has room. Returns whether there is one."""
        with self._lock:
            for each in reversed(self._sleepers):
                if each.depth < _MOST_NESTED:
                    self._poller = each
                    each.end()
                    return True
        return False

    def _sleep(self, pending, seconds):
        """Waits for the reply that another thread takes, or for the end of its polling."""
        pending.news = threading.Event()
        with self._lock:
            if self._poller is None:
                return
            self._sleepers.append(pending)
        if pending.frame is None and pending.failure is None:
            pending.news.wait(seconds)
        with self._lock:
            self._sleepers.remove(pending)

    # ---- calls of others

    def _leave_requests(self, pending):
        """This thread has met requests while it waits. Another thread runs them, if there is one."""
        if not self._threads or self._is_full:
            if pending.depth < _MOST_NESTED or not self._hand_on():
                self._stop_polling(pending)
                self._serve_here()
        elif self._leader_waits:
            self._lead_anew(self._leader)
        else:
            with self._work:
                self._work.notify()
            time.sleep(0)  # the interpreter's lock goes to that thread

    def _lead_anew(self, before):
        """Starts a thread that serves, in place of the one that is in a method. Without one, those that wait for replies serve."""
        with self._lock:
            if self._leader is not before:
                return
            self._is_full = self._serving >= _MOST_THREADS
            if self._is_full:
                return
            self._serving += 1
            thread = threading.Thread(target=self._lead, name=f"rmi4mpi-serve-{self._serving}", daemon=True)
            self._leader = thread
            self._leader_waits = False
        try:
            thread.start()
        except RuntimeError:  # the system has no more of them
            with self._lock:
                self._serving -= 1
                self._leader = before
                self._is_full = self._leader_waits = before is not None

    def _lead(self):
        try:
            self._serve_as_leader()
        except BaseException:
            if not self._closed:
                traceback.print_exc()
                print(f"rmi4mpi: rank {self.rank} in Python cannot serve any more; the job ends", file=sys.stderr, flush=True)
                self._mpi.COMM_WORLD.Abort(1)
        with self._lock:
            self._serving -= 1
            self._is_full = False

    def _serve_as_leader(self):
        me = threading.current_thread()
        idle = 0
        pause = 0.00002
        while self._leader is me and not self._closed:
            if self._requests or self._waiting == 0 and self._poll():
                self._serve_queued(me)
                idle = 0
                pause = 0.00002
                continue
            if self.dropped:
                self._return_weights()
            idle += 1
            if self._waiting > 0:
                with self._work:
                    if not self._requests:
                        self._work.wait(0.01)
                idle = 0
            elif idle < 200:
                _yield()
            elif not self._keep_sending():
                time.sleep(pause)
                pause = min(pause * 33 / 32, _LONGEST_SLEEP)

    def _watch(self):
        """Has another thread serve when one has been in a method for long."""
        seen = None
        while not self._closed:
            time.sleep(_WATCH)
            current = self._current
            if current is not None and current is seen:
                self._current = None
                self._lead_anew(self._leader)
            seen = current

    def _serve_here(self):
        """Runs requests on a thread that waits for a reply. Refuses them where the stack would end."""
        depth = getattr(self._nested, "depth", 0)
        self._nested.depth = depth + 1
        try:
            self._serve_queued(is_refused=depth >= _MOST_NESTED)
        finally:
            self._nested.depth = depth

    def _serve_queued(self, leader=None, is_refused=False):
        while self._requests and (leader is None or self._leader is leader):
            try:
                sender, frame = self._requests.popleft()
            except IndexError:
                return
            current = object()
            if leader is not None:
                self._current = current
            with self._lock:
                self._running += 1
            try:
                self._serve(sender, frame, is_refused)
            finally:
                with self._lock:
                    self._running -= 1
            if self._current is current:
                self._current = None

    def _serve(self, sender, frame, is_refused):
        if isinstance(sender, _Pending):
            self._complete(sender, frame)
            return
        kind, _, _, call_id, number = _HEADER.unpack_from(frame)
        try:
            if is_refused:
                raise java_exception("java.rmi.ServerException", _REMOTE)(
                    f"calls are nested too deep: {self._running} methods of rank {self.rank} wait for each other")
            result = self._answer(frame, number)
            out = wire.RESULT
        except BaseException as e:  # sys.exit, too: the caller gets an answer
            result = e
            out = wire.EXCEPTION
        if kind == wire.ONE_WAY:
            return
        try:
            writer = self._writer(out, call_id, 0)
            writer.write(result)
        except Exception as e:
            writer = self._writer(wire.EXCEPTION, call_id, 0)
            writer.write(java_exception("java.rmi.MarshalException", _REMOTE)(
                f"error marshalling the result at rank {self.rank}: {text_of(e)}"))
        try:
            self._send(sender, writer.parts)
        except RemoteError:
            pass  # the job has ended

    def _answer(self, frame, number):
        with self._lock:
            export = self._exports.get(number)
        if export is None:
            raise java_exception("java.rmi.NoSuchObjectException", _REMOTE)(
                f"no such object at rank {self.rank}: no rank had a reference to it any more")
        target = export.object
        reader = Reader(self, frame, wire.HEADER)
        try:
            reader.expect(3, "a request")
            name, _, arguments = reader.short_text(), reader.short_text(), reader.read()
            reader.end()
            if not isinstance(name, str) or not isinstance(arguments, list):
                raise reader.damaged("a request of other parts")
        except Exception as e:
            raise java_exception("java.rmi.UnmarshalException", _REMOTE)(
                f"error unmarshalling arguments at rank {self.rank}: {e}") from e
        method = None if name.startswith("_") else getattr(target, name, None)
        if not callable(method):
            raise java_exception("java.rmi.UnmarshalException", _REMOTE)(
                f"there is no method {name} in {type(target).__qualname__}, which stands for {', '.join(export.interfaces)}"
                f" at rank {self.rank}")
        return method(*arguments)

    def poll(self):
        """Serves the calls that have come. Returns whether there were any. For Job(threads=False)."""
        found = False
        while self._poll():
            found = True
        if self.dropped:
            self._return_weights()
        found = found or bool(self._requests)
        self._serve_here()
        return found

    def _pause(self, seconds):
        if self._threads:
            time.sleep(seconds)
            return
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.poll()
            time.sleep(0.0001)

    # ---- the end

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if error is not None and not isinstance(error, SystemExit):
            traceback.print_exception(kind, error, trace)
            _abort(self._mpi, f"rmi4mpi: rank {self.rank} in Python: the exception above leaves the job; the job ends")
        self.close()
        return False

    @property
    def has_threads(self):
        return self._threads

    def _end(self):
        """The program ends. Others would wait forever for a rank that has failed, or has not said that it ends."""
        if self._closed:
            return
        if self._joined and getattr(sys, "last_value", None) is None:
            self.close()
        else:
            _abort(self._mpi, _FAILED)

    def close(self):
        """Ends this rank's part: serves the others until all have come here, or to MPI.Finalize in Java."""
        if self._closed:
            return
        for other in range(self.size):
            if other != self.rank:
                writer = self._writer(wire.BYE, 0, 0)
                writer.write(None)
                self._send(other, writer.parts)
        pause = 0.0005
        while self._byes < self.size - 1 or self._requests or self._running > 0:
            self._pause(pause)
            pause = min(1.1 * pause, 0.005)
        self._closed = True
        self._poll_lock.acquire()  # for good: no other thread is in MPI while it ends
        self._socket.close()
        with self._work:
            self._work.notify_all()
        with self._mpi_lock:
            while self._sends:
                self._sends.popleft()[0].Wait()
        self._meet_to_finalize()
        ended = java_exception("java.rmi.ConnectException", _REMOTE)("the job has ended")
        for pending in list(self._calls.values()):
            pending.failure = ended
            pending.end()
            if pending.future is not None:
                pending.future.set_exception(ended)

    def _meet_to_finalize(self):
        """All ranks stop before one of them is in MPI_Finalize: see peers/c/job.c."""
        connection = os.environ.get("PMI_FD")
        if connection and self._mpi.COMM_WORLD.size == self.size and _is_old_over_ucx(self._mpi.Get_library_version()):
            os.write(int(connection), b"cmd=barrier_in\n")
            while os.read(int(connection), 1) not in (b"\n", b""):
                pass


def _is_old_over_ucx(version):
    """MPICH before 4.2 over UCX, with the launcher's own protocol."""
    found = re.match(r"MPICH Version:\s*(\d+)\.(\d+)", version)
    return bool(found) and (int(found[1]), int(found[2])) < (4, 2) and "ch4:ucx" in version and "--with-pmi" not in version


def _abort(mpi, why):
    print(why, file=sys.stderr, flush=True)
    time.sleep(_TIME_TO_PRINT)
    mpi.COMM_WORLD.Abort(1)


def _leave_mpi():
    """The program ends. The others would wait forever for a rank that has not joined them."""
    module = sys.modules.get("mpi4py.MPI")
    if module is None or not module.Is_initialized() or module.Is_finalized() or os.getpid() != _PROCESS:
        return
    if not Job.has_joined and os.environ.get("RMI4MPI_PEERS"):
        _abort(module, _FAILED)
    elif os.environ.get("MPI4PY_RC_FINALIZE") == "0":  # of rmi4mpirun, so that mpirun ends jobs of failed programs
        module.Finalize()


_FAILED = "rmi4mpi: a rank in Python ends by an exception, or could not join the job; the job ends"
_TIME_TO_PRINT = 0.1  # seconds, after which MPICH's mpirun has passed the lines on; it drops the others
_PROCESS = os.getpid()
atexit.register(_leave_mpi)

_REMOTE = ("java.rmi.RemoteException", "java.io.IOException", "java.lang.Exception", "java.lang.Throwable")
