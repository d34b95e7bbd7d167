package org.rmi4mpi.bench.gateway;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import org.rmi4mpi.bench.rows.BarTable;
import org.rmi4mpi.bench.rows.Pace;
import org.rmi4mpi.bench.rows.Results;
import org.rmi4mpi.bench.rows.Run;
import org.rmi4mpi.bench.rows.Software;

/** Measures the rows of {@link GatewayJobs} alone, and prints them with their bars. */
final class GatewayBench {
    private GatewayBench() {}

    public static void main(String[] args) throws IOException {
        Results results = new Results();
        GatewayJobs jobs = new GatewayJobs();
        jobs.measure(jobs.rows(),
                new Run(Path.of(System.getProperty("java.home")), System.getProperty("mpirun", "mpirun"),
                        Pace.FULL, EnumSet.of(Software.JDK, Software.OURS), results));
        System.out.println(BarTable.of(jobs.rows(), results));
    }
}
