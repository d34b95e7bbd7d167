package org.rmi4mpi.share;

import java.lang.ref.Cleaner;
import java.rmi.RemoteException;
import java.util.List;
import org.rmi4mpi.launch.Options;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.Stubs;
import org.rmi4mpi.serial.ClassHome;

/** Asks other ranks for classes and resources, and bounds what this rank takes. Thread-safe. */
final class ClassSource {
    private static final int MIB = 1 << 20;
    private static final Cleaner CLEANER = Cleaner.create();

    private final ReferenceLayer layer;
    private final Class<? extends ClassServer> servers;
    private final long mostBytes = (long) MIB * Options.CLASSES_MIB.value();
    private final int mostClasses = Options.MOST_CLASSES.value();
    /** Guarded by this object. */
    private long bytes;
    private int classes;

    /** @param servers the class of the objects that are asked */
    ClassSource(ReferenceLayer layer, Class<? extends ClassServer> servers) {
        this.layer = layer;
        this.servers = servers;
    }

    /** What one loader has taken. Guarded by its source. */
    final class Taken {
        private long ownBytes;
        private int ownClasses;

        private void add(long moreBytes, int moreClasses) {
            ownBytes += moreBytes;
            ownClasses += moreClasses;
            bytes += moreBytes;
            classes += moreClasses;
        }

        private void giveBack() {
            synchronized (ClassSource.this) {
                add(-ownBytes, -ownClasses);
            }
        }
    }

    /** What a loader takes counts until the loader is collected. */
    Taken countFor(ClassLoader loader) {
        Taken taken = new Taken();
        CLEANER.register(loader, taken::giveBack);
        return taken;
    }

    private ClassServer server(ClassHome home) {
        return (ClassServer) Stubs.create(servers, layer.reference(home.rank(), ClassServer.OBJECT_ID));
    }

    /** @throws ClassNotFoundException if the rank of the home cannot be asked */
    ClassAnswer find(ClassHome home, String name, Taken taken) throws ClassNotFoundException {
        ClassAnswer answer;
        try {
            answer = server(home).find(home.loader(), name);
        } catch (RemoteException e) {
            throw new ClassNotFoundException(name + ": rank " + layer.rank() + " lacks this class, and rank "
                    + home.rank() + ", which has sent it, cannot be asked (" + e.getMessage()
                    + "): load it before the job ends, or add it to the class path of rank " + layer.rank(), e);
        }
        if (answer.bytes() != null) {
            take(name, home, answer.bytes().length, 1, taken);
        }
        return answer;
    }

    /** The contents of the resources of this name; none if the rank of the home cannot be asked. */
    List<byte[]> resources(ClassHome home, String name, Taken taken) {
        List<byte[]> found;
        try {
            found = server(home).resources(home.loader(), name);
        } catch (RemoteException e) {
            return List.of();
        }
        try {
            take(name, home, found.stream().mapToLong(each -> each.length).sum(), 0, taken);
        } catch (ClassNotFoundException e) {
            System.err.println("rmi4mpi: " + e.getMessage());
            return List.of();
        }
        return found;
    }

    /** Counts what this rank takes. */
    private synchronized void take(String what, ClassHome home, long moreBytes, int moreClasses, Taken taken)
            throws ClassNotFoundException {
        if (bytes + moreBytes > mostBytes) {
            throw new ClassNotFoundException(what + " of rank " + home.rank() + " has " + moreBytes
                    + " bytes, and rank " + layer.rank() + " has taken " + bytes + " of " + mostBytes
                    + " bytes from others: raise " + Options.CLASSES_MIB.flag());
        } else if (classes + moreClasses > mostClasses) {
            throw new ClassNotFoundException(what + " of rank " + home.rank() + ": rank " + layer.rank() + " has taken "
                    + mostClasses + " classes from others, the limit: raise " + Options.MOST_CLASSES.flag());
        }
        taken.add(moreBytes, moreClasses);
    }

    /** Counts the jars that this rank keeps. */
    synchronized void keep(long moreBytes) {
        bytes += moreBytes;
    }

    int rank() {
        return layer.rank();
    }
}
