package org.rmi4mpi.launch;

import java.util.Map;

/** The environment variables by which launchers of MPI tell a process its rank. Stateless. */
public final class RankVariables {
    private static final String[] NAMES = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"};

    private RankVariables() {}

    /** The rank in MPI_COMM_WORLD of a process with this environment; -1 if no variable tells it. */
    public static int rank(Map<String, String> environment) {
        for (String name : NAMES) {
            String rank = environment.get(name);
            if (rank != null && rank.matches("\\d{1,9}")) {
                return Integer.parseInt(rank);
            }
        }
        return -1;
    }
}
