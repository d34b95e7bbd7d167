package org.rmi4mpi.tests.programs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.Remote;
import java.rmi.RemoteException;
import org.rmi4mpi.rmi.Ranks;

/** Each rank calls the next one until a file is there, for {@code --monitor} and others to look at. The argument is the file. */
public final class Monitored {
    private static final int DONE = 3;
    private static final int OF = 10;

    /** What a rank calls at the next one. */
    public interface Stop extends Remote {
        boolean isThere(int times) throws RemoteException;
    }

    private Monitored() {}

    public static void main(String[] args) throws Exception {
        Ranks.start(args);
        Path file = Path.of(args[0]);
        Stop next = Ranks.each(Stop.class, times -> Files.exists(file)).get(Ranks.next());
        Ranks.progress(DONE + Ranks.own(), OF);
        System.out.println("rank " + Ranks.own() + " calls");
        int times = 0;
        while (!next.isThere(times)) {
            times++;
        }
        Ranks.progress(OF, OF);
    }
}
