package org.rmi4mpi.doctor;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks that the command that starts ranks belongs to the MPI that the bridge was built with. */
public final class LauncherCheck {
    private static final String NAME = "launcher";
    private static final Pattern VERSION = Pattern.compile("\\d+\\.\\d+(\\.\\d+)?");

    private LauncherCheck() {}

    /**
     * Looks at an mpirun or srun.
     *
     * @param told the output of mpirun for --version, or of srun for --mpi=list; null if it cannot be run
     * @param builtWith name and version of the MPI that the bridge was built with, as that MPI gives them
     */
    public static Finding look(String host, String launcher, String told, String builtWith) {
        if (told == null) {
            return Finding.wrong(NAME, host, launcher + " cannot be run",
                    "add the mpirun of this MPI to PATH, or name it"
                            + " by MPIRUN=/path/to/mpirun: " + builtWith);
        } else if (launcher.matches("(.*/)?srun")) {
            String wanted = isOpenMpi(builtWith) ? "pmix" : "pmi2";
            return told.contains(wanted) ? Finding.well(NAME, host, launcher + ", with " + wanted)
                    : Finding.wrong(NAME, host, launcher + " has no " + wanted + " for " + builtWith,
                            "have Slurm built with it, or start jobs by the mpirun of the MPI");
        }
        String found = launcher + ", of " + family(told) + " " + version(told);
        return family(told).equals(family(builtWith))
                && (!hasVersionOfLauncher(builtWith) || version(told).equals(version(builtWith)))
                        ? Finding.well(NAME, host, found)
                        : Finding.wrong(NAME, host, found + ", and the bridge was built with " + family(builtWith) + " "
                                + version(builtWith),
                                "name the other mpirun by MPIRUN=..., or build the bridge for this one: make"
                                        + " MPICC=... MPIRUN=" + launcher);
    }

    private static boolean isOpenMpi(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return lower.contains("open mpi") || lower.contains("openrte") || lower.contains("prrte");
    }

    /** An MPI that is derived from MPICH has a version of its own, and its launcher Hydra has the version of MPICH. */
    private static boolean hasVersionOfLauncher(String builtWith) {
        return isOpenMpi(builtWith) || builtWith.startsWith("MPICH");
    }

    /** The launcher of MPICH, Hydra, also starts programs of MPIs that are derived from MPICH. */
    private static String family(String text) {
        return isOpenMpi(text) ? "Open MPI" : "MPICH";
    }

    private static String version(String text) {
        Matcher version = VERSION.matcher(text);
        return version.find() ? version.group() : "?";
    }
}
