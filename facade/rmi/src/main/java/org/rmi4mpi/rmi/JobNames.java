package org.rmi4mpi.rmi;

import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of all registries of the job: its own, and those that programs of {@code --rmi} have created. A name that is bound under
 * a rank, as by {@code //rank1/solver}, is {@code rank1/solver} here. Looks at once, and waits for nothing. Stateless.
 *
 * @hidden internal
 */
public final class JobNames {
    private JobNames() {}

    private static final Pattern UNDER_RANK = Pattern.compile("rank([0-9]{1,9})/(.+)");

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
        Matcher matcher = UNDER_RANK.matcher(name);
        if (matcher.matches() && Integer.parseInt(matcher.group(1)) < JobRegistryService.layer().size()) {
            try {
                return new RegistryView(Integer.parseInt(matcher.group(1))).lookup(matcher.group(2));
            } catch (NotBoundException e) {
                return null;
            }
        }
        return null;
    }

    public static Set<String> all() throws RemoteException {
        Set<String> names = new TreeSet<>();
        for (KnownRegistry each : registries()) {
            names.addAll(List.of(each.list()));
        }
        for (int rank = 0; rank < JobRegistryService.layer().size(); rank++) {
            for (String each : new RegistryView(rank).list()) {
                if (!names.contains(each)) { // such as the names that this rank has bound for all
                    names.add("rank" + rank + "/" + each);
                }
            }
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
