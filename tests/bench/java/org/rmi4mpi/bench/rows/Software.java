package org.rmi4mpi.bench.rows;

/** The systems that are measured beside each other, in the order of tables. */
public enum Software {
    C("C"), JDK("JDK RMI"),
    /** Arguments and results are arrays of bytes, which our serializer has written. */
    JDK_WITH_OURS("JDK RMI, our serializer"),
    /** Arguments and results are arrays of bytes, which the JDK's serializer has written. */
    OURS_WITH_JDK("rmi4mpi, JDK's serializer"), OURS("rmi4mpi"),
    /** The systems of applications. */
    SEQUENTIAL("sequential"), MESSAGES("messages"), TASKS("JPVM"),
    /** mpi4py.futures, the farm of Python. */
    MPI4PY("mpi4py");

    private final String text;

    Software(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }
}
