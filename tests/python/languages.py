"""A rank in Python beside org.rmi4mpi.tests.programs.Languages: binds a Table, and runs the same cases with those of others."""
import asyncio
import dataclasses
import enum
import gc
import random
import sys
import time

import numpy

import rmi4mpi
from rmi4mpi import job, values, wire

JAVA = "org.rmi4mpi.tests.programs.Languages"
LARGE = 1 << 20


@rmi4mpi.value(JAVA + "$Color")
class Color(enum.Enum):
    RED = 0
    GREEN = 1


@rmi4mpi.value(JAVA + "$Point")
@dataclasses.dataclass(frozen=True)
class Point:
    x: float
    y: float


@rmi4mpi.value(JAVA + "$Node")
class Node:
    pass


class Unmarked:
    pass


@rmi4mpi.remote(JAVA + "$Table")
class Table:
    def __init__(self):
        self.notes = 0

    def echo(self, value):
        return value

    def add(self, a, b):
        return a + b

    def scale(self, row, by):
        return row * by

    def kind(self, value):
        return type(value).__name__

    def sums(self, rows):
        return {name: [len(row), row.sum()] for name, row in rows.items()}

    def next(self, color):
        return Color((color.value + 1) % 2)

    def move(self, point, by):
        return Point(point.x + by, point.y + by)

    def chain(self, first):
        return first

    def isSame(self, a, b):
        return a is b

    def generic(self, value):
        return value

    def self(self):
        return self

    def ask(self, other, name):
        return "asked: " + other.greet(name)

    def greet(self, name):
        return f"Hello {name} from Python"

    def fail(self, why):
        if why == "zero":
            return 1 / 0
        if why == "exit":
            sys.exit(3)
        if why == "odd":
            raise Odd("\ud800")
        if why == "cycle":
            first, second = ValueError("first"), ValueError("second")
            first.__cause__, second.__cause__ = second, first
            raise first
        raise rmi4mpi.java_exception(JAVA + "$TableException", ("java.lang.Exception", "java.lang.Throwable"))(why)

    def wrong(self):
        return Unmarked()

    def later(self, text):
        return text + " later"

    def collect(self):
        gc.collect()

    def note(self, text):
        self.notes += 1

    def noted(self):
        return self.notes

    def descend(self, other, own, depth):
        return 0 if depth == 0 else 1 + other.descend(own, other, depth - 1)


class Odd(Exception):
    def __str__(self):
        raise RuntimeError("\ud800")

    __repr__ = __str__


def run_cases_of_python(table):
    """An answer comes whatever fails."""
    for why, name in ("exit", "python.SystemExit"), ("odd", "Odd"), ("cycle", "python.ValueError"):
        failed = thrown(rmi4mpi.RemoteError, table.fail, why)
        assert name in failed.java_class, failed.java_class
    chained = table.greet.async_("a")  # what depends on a future may call
    answers = []
    chained.add_done_callback(lambda _: answers.append(table.greet.async_("b").result(20)))
    end = time.monotonic() + 20
    while not answers:
        assert time.monotonic() < end, "a callback that calls"
        time.sleep(0.001)
    thrown(rmi4mpi.MarshalError, table.echo, numpy.arange(3, dtype="u4"))


def thrown(cls, call, *arguments):
    try:
        found = call(*arguments)
    except cls as e:
        return e
    raise AssertionError(f"expected {cls}, got {found!r}")


def run_cases_of_depth(joined, own, others):
    """Calls that call back forever, when all ranks have made those that end."""
    joined.bind(f"deep{joined.rank}", own)
    for each in sys.argv[1:]:
        joined.lookup(f"deep{each}", 30)
    for each in others:
        table = joined.lookup(each)
        assert "nested too deep" in str(thrown(rmi4mpi.RemoteError, table.descend, own, table, 1 << 20))


async def awaited(future):
    return await future


def run_cases(table, own):
    for each in (None, True, 1, -1 << 40, 2.5, "text", "\u00e4\u20ac\U0001f600", "", -(10 ** 30), [1, "two", []], {"key": 1},
                 {1, 2}, Point(1.0, 2.0), [Point(float(i), 0.0) for i in range(30)], [Color.RED, Color.GREEN], Color.GREEN, b"bytes", [1.5, None]):
        back = table.echo(each)
        assert back == each, (each, back)
    for code in ("i1", "i2", "i4", "i8", "f4", "f8", "?"):
        array = numpy.array([1, 0], code)
        back = numpy.asarray(table.echo(array)) if code != "i1" else numpy.frombuffer(table.echo(array), "i1")
        assert (back == array).all() and back.dtype == array.dtype, (code, back)
    back = table.echo(numpy.arange(6.0).reshape(2, 3))
    assert [list(row) for row in back] == [[0, 1, 2], [3, 4, 5]], back
    assert table.add(2, 3) == 5
    assert list(table.scale(numpy.array([1.0, 2.0]), 2.0)) == [2, 4]
    assert list(table.scale(numpy.arange(6.0)[::2], 2)) == [0, 4, 8]
    assert table.sums({"a": numpy.array([1, 2], "i8")}) == {"a": [2, 3]}
    assert table.next(Color.RED) is Color.GREEN
    assert table.move(Point(1.0, 2.0), 1.0) == Point(2.0, 3.0)
    first, second = Node(), Node()
    first.name, first.next, first.data = "first", second, numpy.array([1, 2], "i4")
    second.next, second.data, second.name = first, first.data, None
    back = table.chain(first)
    assert back.next.next is back and back.name == "first" and back.data[1] == 2
    # An array is a field of its own in C++.
    assert back.next.data is back.data or table.greet("Jo").endswith("C++")
    deep = []
    for _ in range(200):
        deep = [deep]
    assert table.echo(deep) == deep
    for _ in range(2000):
        deep = [deep]
    assert "nested" in str(thrown(rmi4mpi.MarshalError, table.echo, deep))
    cycle = []
    cycle.append(cycle)
    back = table.echo(cycle)
    assert back[0] is back
    shared = numpy.array([1])
    assert table.isSame(shared, shared) and not table.isSame(numpy.array([1]), numpy.array([1]))
    back = table.generic(rmi4mpi.Object("none.Such", {"a": [1]}))
    assert back.java_class == "none.Such" and back.a == [1]
    assert table.self() == table
    assert table.ask(own, "Jo") == "asked: Hello Jo from Python"
    back = table.scale(numpy.arange(float(LARGE)), 2.0)
    assert len(back) == LARGE and back[-1] == 2.0 * (LARGE - 1)
    assert table.later("so") == "so later"
    assert table.add.async_(2, 3).result(20) == 5
    assert asyncio.run(awaited(table.add.async_(2, 3))) == 5
    before = table.noted()
    for _ in range(600):
        table.note.one_way("one")
    end = time.monotonic() + 20
    while table.noted() < before + 600:
        assert time.monotonic() < end, "one-way calls come"
    assert "Unmarked" in str(thrown(rmi4mpi.MarshalError, table.echo, Unmarked()))
    assert "surrogates" in str(thrown(rmi4mpi.MarshalError, table.echo, "\ud800"))
    unmarshal = rmi4mpi.java_exception("java.rmi.UnmarshalException")
    assert "there is no method missing" in str(thrown(unmarshal, table.missing))
    assert isinstance(thrown(rmi4mpi.RemoteError, table.wrong), rmi4mpi.java_exception("java.rmi.MarshalException"))


def run_cases_of_cpp(cpp):
    failed = thrown(rmi4mpi.java_exception("cpp.std::domain_error"), cpp.fail, "zero")
    assert failed.args == ("division by zero",), failed.args
    failed = thrown(rmi4mpi.java_exception(JAVA + "$TableException"), cpp.fail, "known")
    assert failed.args == ("known",), failed.args
    unmarshal = rmi4mpi.java_exception("java.rmi.UnmarshalException")
    assert "does not fit into int" in str(thrown(unmarshal, cpp.add, 1, 1 << 31))
    assert cpp.kind["(J)Ljava/lang/String;"](1) == "long"


def run_cases_of_references(joined, java):
    """An object goes when the rank in Java has dropped its reference."""
    before = joined.exported()
    assert java.ask(Table(), "Jo") == "asked: Hello Jo from Python"
    assert joined.exported() > before
    end = time.monotonic() + 20
    while joined.exported() > before:
        assert time.monotonic() < end, "the object is collected"
        java.collect()


def run_cases_of_java(table):
    failed = thrown(rmi4mpi.java_exception(JAVA + "$TableException"), table.fail, "why")
    assert failed.args == ("why",) and failed.fields == {"code": 7}, (failed.args, failed.fields)
    assert [each.java_class for each in type(failed).__mro__[1:2]] == ["java.lang.Exception"]
    assert any(method == "fail" and file == "Languages.java" for _, method, file, _ in failed.trace), failed.trace
    refused = thrown(rmi4mpi.java_exception("java.rmi.ServerException"), table.refused)
    assert "refused at rank 0" in str(refused.__cause__), refused
    assert (table.kind(1), table.kind(1 << 40), table.kind("a"), table.kind(numpy.arange(2.0))) \
        == ("int", "long", "String", "double[]")
    assert table.kind["(J)Ljava/lang/String;"](1) == "long"
    unmarshal = rmi4mpi.java_exception("java.rmi.UnmarshalException")
    assert "the arguments fit none of kind(" in str(thrown(unmarshal, table.kind, {}))
    assert "expected int, got the text" in str(thrown(unmarshal, table.add, 1, "2"))
    assert "> 2147483647, the largest int" in str(thrown(unmarshal, table.add, 1, 1 << 31))
    assert "but there is add(int, int)" in str(thrown(unmarshal, table.add, 1))
    assert "expected double[], got int[]" in str(thrown(unmarshal, table.scale, numpy.array([1], "i4"), 1.0))
    assert "none.Such" in str(thrown(unmarshal, table.echo, rmi4mpi.Object("none.Such")))
    assert "not found at rank" in str(thrown(unmarshal, table.echo, rmi4mpi.Object("none.Such")))


def damage_frames(seed, count):
    """A reader of damaged frames raises MarshalError, and nothing else."""
    class NoJob:
        @staticmethod
        def reference_of(_):
            return None

        @staticmethod
        def arrive(*_):
            return None

    source = random.Random(seed)
    cycle = [1, {"a": numpy.arange(3)}, {2}, Point(1.0, 2.0), Point(3.0, 4.0), Color.RED, Color.GREEN, ValueError("x"), "text", -1 << 70]
    cycle.append(cycle)
    writer = values.Writer(NoJob, bytes(wire.HEADER))
    writer.write(cycle)
    for _ in range(count):
        frame = bytearray(writer.parts)
        for _ in range(source.randrange(1, 4)):
            frame[source.randrange(wire.HEADER, len(frame))] = source.randrange(256)
        del frame[source.randrange(wire.HEADER, len(frame) + 1):]
        try:
            reader = values.Reader(NoJob, frame, wire.HEADER)
            reader.read()
            reader.end()
        except rmi4mpi.MarshalError:
            pass
        except Exception as e:
            raise AssertionError(f"seed {seed}: {bytes(frame)!r}") from e


def main():
    job._MOST_THREADS, job._MOST_NESTED = 8, 4
    with rmi4mpi.Job() as joined:
        own = Table()
        joined.rebind(f"//rank{joined.rank}/table", own)
        others = [f"//rank{each}/table" for each in sys.argv[1:] if int(each) != joined.rank]
        java = joined.lookup("javaTable", 30)
        run_cases(java, own)
        run_cases_of_java(java)
        filtered = joined.lookup("filtered", 30)
        refused = thrown(rmi4mpi.java_exception("java.rmi.UnmarshalException"), filtered.echo, [Point(1.0, 2.0)])
        assert "$Point; refused by a serialization filter of rank 0" in str(refused), refused
        assert filtered.echo([1]) == [1]
        run_cases_of_references(joined, java)
        for each in others:
            table = joined.lookup(each, 30)
            run_cases(table, own)
            assert table.descend(own, table, 18) == 18  # more than there are threads
            if table.greet("Jo").endswith("C++"):
                run_cases_of_cpp(table)
                continue
            run_cases_of_python(table)
            assert issubclass(type(thrown(ZeroDivisionError, table.fail, "zero")), rmi4mpi.RemoteError)
        run_cases_of_depth(joined, own, others)
        assert "javaTable" in joined.list()
        thrown(rmi4mpi.java_exception("java.rmi.NotBoundException"), joined.lookup, "nothing", 0)
        damage_frames(joined.rank, 3000)
        print("languages in Python: all as expected", flush=True)


main()
