package org.rmi4mpi.bench;

import java.util.HashMap;
import java.util.Map;

/** The environment of mpirun for C programs. Stateless. */
public final class MpirunEnvironment {
    /** Bytes of a message with its header, which Open MPI's ranks in Java set unless they find it set. */
    public static final int EAGER_LIMIT = 33024;

    private MpirunEnvironment() {}

    /** Returns the limit of Open MPI, so that programs in C and in Java have the same. MPICH does not read it. */
    public static Map<String, String> eagerLimit() {
        return Map.of("OMPI_MCA_btl_vader_eager_limit", "" + EAGER_LIMIT,
                "OMPI_MCA_btl_sm_eager_limit", "" + EAGER_LIMIT);
    }

    /** Returns the settings of rmi4mpirun, and the eager limit that ranks in Java have. */
    public static Map<String, String> asRanks(int ranks) {
        Map<String, String> all = new HashMap<>(of(ranks));
        all.putAll(eagerLimit());
        return all;
    }

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
