package org.rmi4mpi.message.file;

import org.rmi4mpi.bridge.MpiFiles;

/** The forms in which files are read and written; MPI 3.1, 13.4. */
public enum FileAccess {
    READ_AT(MpiFiles.READ_AT),
    WRITE_AT(MpiFiles.WRITE_AT),
    READ_AT_ALL(MpiFiles.READ_AT_ALL),
    WRITE_AT_ALL(MpiFiles.WRITE_AT_ALL),
    READ(MpiFiles.READ),
    WRITE(MpiFiles.WRITE),
    READ_ALL(MpiFiles.READ_ALL),
    WRITE_ALL(MpiFiles.WRITE_ALL),
    READ_SHARED(MpiFiles.READ_SHARED),
    WRITE_SHARED(MpiFiles.WRITE_SHARED),
    READ_ORDERED(MpiFiles.READ_ORDERED),
    WRITE_ORDERED(MpiFiles.WRITE_ORDERED);

    private final int inMpi;

    FileAccess(int inMpi) {
        this.inMpi = inMpi;
    }

    int inMpi() {
        return inMpi;
    }

    /** The same access by one rank alone. */
    FileAccess alone() {
        return switch (this) {
            case READ_AT_ALL -> READ_AT;
            case WRITE_AT_ALL -> WRITE_AT;
            case READ_ALL -> READ;
            case WRITE_ALL -> WRITE;
            default -> this;
        };
    }

    boolean isRead() {
        return name().startsWith("READ");
    }

    /** Whether every rank that has opened the file has to call it. */
    boolean isCollective() {
        return name().endsWith("ALL") || name().endsWith("ORDERED");
    }

    /** Whether the program gives the offset. */
    boolean isExplicit() {
        return name().contains("_AT");
    }

    /** Whether it begins at the pointer that all ranks share. */
    boolean isShared() {
        return name().endsWith("SHARED") || name().endsWith("ORDERED");
    }
}
