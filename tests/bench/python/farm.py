"""Tasks that any rank may run, farmed out by mpi4py.futures. farm/Farm.java has the same.

Argument: map, submit or mandelbrot. Prints "repetition N:tasks a second", or milliseconds for the last.
"""
import sys
import time

from mpi4py.futures import MPIPoolExecutor

TASK_NS = 20_000
MAPPED = 100_000
SUBMITTED = 20_000
CHUNK = 100
ROWS = 900
COLUMNS = 24
MOST_STEPS = 200
ALL_ROWS_NS = 2e9


def compute(ns):
    start = time.perf_counter_ns()
    took = 0
    while took < ns:
        took = time.perf_counter_ns() - start
    return took


def steps_of_row(y):
    steps = 0
    for column in range(COLUMNS):
        x = 3.2 * column / COLUMNS - 2.2
        re = im = 0.0
        for _ in range(MOST_STEPS):
            if re * re + im * im >= 4:
                break
            re, im = re * re - im * im + x, 2 * re * im + y
            steps += 1
    return steps


def rows_ns():
    steps = [steps_of_row(2.4 * row / ROWS - 1.2) for row in range(ROWS)]
    return [int(ALL_ROWS_NS * each / sum(steps)) for each in steps]


def run(way, row_ns, executor):
    if way == "map":
        return sum(1 for _ in executor.map(compute, [TASK_NS] * MAPPED, chunksize=CHUNK))
    if way == "submit":
        futures = [executor.submit(compute, TASK_NS) for _ in range(SUBMITTED)]
        return sum(1 for future in futures if future.result())
    return sum(1 for _ in executor.map(compute, row_ns))


def main(way):
    row_ns = rows_ns()
    with MPIPoolExecutor() as executor:
        executor.bootup()
        for repetition in range(1, 4):
            start = time.perf_counter()
            tasks = run(way, row_ns, executor)
            seconds = time.perf_counter() - start
            print(f"repetition {repetition}:{seconds * 1e3 if way == 'mandelbrot' else tasks / seconds:.3f}")


if __name__ == "__main__":
    main(sys.argv[1])
