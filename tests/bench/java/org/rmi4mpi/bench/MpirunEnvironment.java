package org.rmi4mpi.bench;

import java.util.Map;

/** The environment of mpirun for C programs. Stateless. */
public final class MpirunEnvironment {
    private MpirunEnvironment() {}

    /** Returns the settings of rmi4mpirun for this number of ranks. */
    public static Map<String, String> of(int ranks) {
        boolean crowded = ranks > Runtime.getRuntime().availableProcessors();
        return Map.of("OMPI_ALLOW_RUN_AS_ROOT", "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1",
                "PRTE_ALLOW_RUN_AS_ROOT", "1", "PRTE_ALLOW_RUN_AS_ROOT_CONFIRM", "1",
                "OMPI_MCA_hwloc_base_binding_policy", "none", "PRTE_MCA_hwloc_default_binding_policy", "none",
                "OMPI_MCA_rmaps_base_oversubscribe", crowded ? "1" : "0",
                "OMPI_MCA_mpi_yield_when_idle", crowded ? "1" : "0");
    }
}
