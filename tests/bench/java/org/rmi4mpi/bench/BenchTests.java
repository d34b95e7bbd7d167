package org.rmi4mpi.bench;

import org.junit.runner.RunWith;
import org.junit.runners.Suite;
import org.rmi4mpi.bench.app.ProgramsTest;
import org.rmi4mpi.bench.mpi.MpiResultsTest;
import org.rmi4mpi.bench.report.ReportTest;
import org.rmi4mpi.bench.rows.ResultsFileTest;
import org.rmi4mpi.bench.rows.SpreadTest;
import org.rmi4mpi.bench.run.PlanTest;

/** All tests of the benchmarks' own classes. {@code BenchTest} of the module of tests runs them. */
@RunWith(Suite.class)
@Suite.SuiteClasses({SpreadTest.class, ResultsFileTest.class, PlanTest.class, ReportTest.class, MpiResultsTest.class,
    ProgramsTest.class})
public class BenchTests {}
