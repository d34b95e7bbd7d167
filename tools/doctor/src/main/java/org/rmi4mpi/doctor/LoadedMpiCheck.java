package org.rmi4mpi.doctor;

/** Whether a rank runs with the MPI library that the bridge was built with. */
public final class LoadedMpiCheck {
    private LoadedMpiCheck() {}

    /**
     * @param built version of the library that the bridge was built with, as one line
     * @param loaded version of the library that the rank has loaded, as one line
     */
    public static Finding look(String host, String built, String loaded) {
        return built.equals(loaded) ? Finding.well("MPI library", host, loaded)
                : Finding.wrong("MPI library", host, loaded + ", and the bridge was built with " + built,
                        "build the bridge again: make clean all, with the MPI that is loaded there");
    }
}
