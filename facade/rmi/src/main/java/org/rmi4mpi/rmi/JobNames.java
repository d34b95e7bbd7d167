package org.rmi4mpi.rmi;

import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The names of all registries of the job: its own, and those that programs of {@code --rmi} have created. Looks at once, and
 * waits for nothing. Stateless.
 *
 * @hidden internal
 */
public final class JobNames {
    private JobNames() {}

    /** The stub of a name, in the job's own registry first; null if no registry has it. */
    public static Remote find(String name) throws RemoteException {
        for (KnownRegistry each : registries()) {
            if (Names.has(each, name)) {
                try {
                    return each.lookup(name);
                } catch (NotBoundException e) {
                    // it was unbound since
                }
            }
        }
        return null;
    }

    public static Set<String> all() throws RemoteException {
        Set<String> names = new TreeSet<>();
        for (KnownRegistry each : registries()) {
            names.addAll(List.of(each.list()));
        }
        return names;
    }

    private static List<KnownRegistry> registries() throws RemoteException {
        List<KnownRegistry> all = new ArrayList<>();
        all.add(new RegistryView(JobRegistry.JOB));
        all.addAll(JobRegistryService.directory().created().values());
        return all;
    }
}
