package org.rmi4mpi.doctor;

/** Checks that a rank is not bound to one core, which all threads of its JVM would share. */
public final class BindingCheck {
    private BindingCheck() {}

    /** @param cores of the node */
    public static Finding look(String host, int rank, ProcessStatus status, int cores) {
        int own = status.cores();
        String found = own + " of " + cores + (cores == 1 ? " core" : " cores");
        return own > 1 || cores == 1 ? Finding.well("binding", host, "a rank may use " + found)
                : Finding.wrong("binding", host, "rank " + rank + " may use " + found,
                        "give each rank several cores: --bind-to none after --mpi,"
                                + " --cpus-per-task=2 or more for Slurm, --cpu-bind=none for srun");
    }
}
