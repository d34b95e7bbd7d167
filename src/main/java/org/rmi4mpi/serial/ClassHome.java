package org.rmi4mpi.serial;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;

/**
 * Where a class of a message comes from: a loader of a rank. Descriptions of classes have it where the ranks share their
 * classes, which is off by default. Immutable.
 *
 * @param job tells the ranks of this job from those of others
 * @param rank that defined the class first
 * @param loader its number at that rank
 */
public record ClassHome(long job, int rank, int loader) {
    /** Number of the class path of a rank. */
    public static final int CLASS_PATH = 0;

    /** Knows the loaders of this rank, and stands in for those of others. Thread-safe. */
    public interface Loaders {
        /** Returns null for a class that all ranks have. */
        ClassHome homeOf(Class<?> type);

        /** Finds the classes of a home at this rank. Returns null if there is no such loader any more. */
        ClassLoader loaderOf(ClassHome home);
    }

    /** Null while no classes are shared. */
    private static volatile Loaders loaders;

    /** Shares classes from now on; null ends that. Called before the first message. */
    public static void setLoaders(Loaders ofRank) {
        loaders = ofRank;
    }

    static void write(Class<?> type, ObjectOutput out) throws IOException {
        Loaders known = loaders;
        ClassHome home = known == null ? null : known.homeOf(type);
        if (home != null) {
            out.writeLong(home.job);
            out.writeInt(home.rank);
            out.writeInt(home.loader);
        }
    }

    /** Whether descriptions of classes may have homes. */
    static boolean areShared() {
        return loaders != null;
    }

    static ClassHome read(ObjectInput in) throws IOException {
        return new ClassHome(in.readLong(), in.readInt(), in.readInt());
    }

    /** The loader that finds its classes here; null if none does. */
    ClassLoader find() {
        Loaders known = loaders;
        return known == null ? null : known.loaderOf(this);
    }
}
