"""A rank in Python of a job of PairJobs, as org.rmi4mpi.bench.peer.Pairs: "calls" measures, "serves" is called."""
import sys
import time

import numpy

import rmi4mpi

SAMPLES = 11
FIRST_WARM_UP_S = 3  # in which a JVM at the other end compiles what every call needs
WARM_UP_S = 0.3
PAIRS = "org.rmi4mpi.bench.peer.Pairs"


@rmi4mpi.value(PAIRS + "$MyDouble")
class MyDouble:
    def __init__(self, value):
        self.value = value


@rmi4mpi.remote(PAIRS + "$Sink")
class Sink:
    def nothing(self):
        pass

    def doubles(self, values):
        return len(values)

    objects = doubles


def measure(what, method, *arguments, warm_up=WARM_UP_S):
    each = []
    calls = 1
    warm = time.perf_counter() + warm_up
    while len(each) < SAMPLES:
        begin = time.perf_counter()
        for _ in range(calls):
            method(*arguments)
        us = (time.perf_counter() - begin) * 1e6 / calls
        calls = max(1, int(5000 / us))
        if begin > warm:
            each.append(us)
    each.sort()
    print(f"{what}:{each[SAMPLES // 2]:.3f}", flush=True)


with rmi4mpi.Job() as job:
    if sys.argv[1] == "calls":
        sink = job.lookup("sink", 30)
        measure("null", sink.nothing, warm_up=FIRST_WARM_UP_S)
        for exponent in range(1, 7):
            measure(f"double {10 ** exponent}", sink.doubles, numpy.zeros(10 ** exponent))
        for exponent in range(1, 5):  # more take seconds
            measure(f"MyDouble {10 ** exponent}", sink.objects, [MyDouble(float(i)) for i in range(10 ** exponent)])
    else:
        job.rebind("sink", Sink())
