package org.rmi4mpi.share;

import java.io.Serializable;
import org.rmi4mpi.serial.ClassHome;

/**
 * The answer to a question for a class. It has the class file, or the home of the class if another loader has defined it, or
 * else the reason why there is none.
 *
 * @param bytes the class file; null for none
 * @param place URL of the jar or folder at that rank; null if unknown
 * @param job of the home
 * @param rank of the home; -1 for none
 * @param loader of the home
 * @param reason why there is no class; null if there is one
 */
record ClassAnswer(byte[] bytes, String place, long job, int rank, int loader, String reason) implements Serializable {
    private static final long serialVersionUID = 1L;

    static ClassAnswer of(byte[] bytes, String place) {
        return new ClassAnswer(bytes, place, 0, -1, -1, null);
    }

    static ClassAnswer elsewhere(ClassHome home) {
        return new ClassAnswer(null, null, home.job(), home.rank(), home.loader(), null);
    }

    static ClassAnswer none(String reason) {
        return new ClassAnswer(null, null, 0, -1, -1, reason);
    }

    /** The home of a class that another loader has defined; null if there is none. */
    ClassHome home() {
        return rank < 0 ? null : new ClassHome(job, rank, loader);
    }
}
