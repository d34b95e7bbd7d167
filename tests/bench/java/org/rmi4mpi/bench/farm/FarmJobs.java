package org.rmi4mpi.bench.farm;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.rmi4mpi.bench.cold.FreshJobs;
import org.rmi4mpi.bench.cold.FreshJobs.Job;
import org.rmi4mpi.bench.rows.Bar;
import org.rmi4mpi.bench.rows.Row;
import org.rmi4mpi.bench.rows.Section;
import org.rmi4mpi.bench.rows.Situation;
import org.rmi4mpi.bench.rows.Software;
import org.rmi4mpi.bench.rows.Unit;

/** A job for each way to farm work out. All have two ranks that work. Stateless. */
public final class FarmJobs {
    private static final Path PYTHON = Path.of("build/tests/python");
    /** Of mpi4py there is one rank more, which gives the tasks and runs none. */
    private static final int WORKERS = 2;
    private static final int PACKED = 10_000_000;
    private static final int EACH = 1_000_000;
    private static final int ITEMS = 4096;
    private static final int SCALE = 18;
    private static final long MS_OF_TASKS = 8000;
    private static final double PART_OF_C = 0.5;
    private static final double TIMES_ONE_WAY = 20;
    private static final String FIRST = "repetition 1";
    private static final String THIRD = "repetition 3";
    private static final Row ONE_WAY =
            row("one-way increments at random ranks: first time", Unit.RATE, Bar.none());

    private FarmJobs() {}

    /** Without mpi4py, which could not be installed then, there are no rows of tasks. */
    public static Situation all() {
        List<Job> jobs = new ArrayList<>(List.of(oneWay(), aggregated(), search()));
        if (Files.exists(PYTHON)) {
            jobs.add(tasks("map", Unit.RATE, "tasks of 20 us, by map"));
            jobs.add(tasks("submit", Unit.RATE, "tasks of 20 us, by submit"));
            jobs.add(tasks("mandelbrot", Unit.MS, "rows of the Mandelbrot set, 2 s of work for two"));
        }
        return new FreshJobs(jobs);
    }

    private static Job oneWay() {
        return besideC(Updates.class, "one-way " + EACH, "updates " + EACH + " 1", 5000,
                Map.of(FIRST, ONE_WAY, THIRD,
                        row("one-way increments at random ranks: third time", Unit.RATE, Bar.none())));
    }

    private static Job aggregated() {
        String name = "aggregated increments at random ranks: ";
        return besideC(Updates.class, "aggregated " + PACKED, "updates " + PACKED + " " + ITEMS, 4000,
                Map.of(FIRST, row(name + "first time", Unit.RATE, Bar.timesRateOf(ONE_WAY, TIMES_ONE_WAY)),
                        THIRD, row(name + "third time", Unit.RATE, Bar.partOfC(PART_OF_C))));
    }

    private static Job search() {
        String name = "breadth-first search in 2^" + SCALE + " vertices: ";
        return besideC(Search.class, "" + SCALE, "search " + SCALE + " " + ITEMS, 6000,
                Map.of(FIRST, row(name + "first time", Unit.MS, Bar.none()),
                        THIRD, row(name + "third time", Unit.MS, Bar.timesC(1 / PART_OF_C))));
    }

    private static Job besideC(Class<?> program, String arguments, String inC, long ms, Map<String, Row> rows) {
        return new Job(WORKERS, program.getName() + " " + arguments, Software.C, WORKERS, "build/bench/graphs " + inC,
                ms,
                rows);
    }

    private static Job tasks(String way, Unit unit, String name) {
        return new Job(WORKERS, Farm.class.getName() + " " + way, Software.MPI4PY, WORKERS + 1,
                PYTHON + " -m mpi4py.futures tests/bench/python/farm.py " + way, MS_OF_TASKS,
                Map.of(FIRST, row(name + ": first time", unit, Bar.none()),
                        THIRD, row(name + ": third time", unit, Bar.none())));
    }

    private static Row row(String name, Unit unit, Bar bar) {
        return new Row(Section.FARMING, name, unit, bar);
    }
}
