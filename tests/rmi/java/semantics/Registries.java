package semantics;

import static semantics.Check.fails;
import static semantics.Check.same;
import static semantics.Check.that;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.InetAddress;
import java.net.MalformedURLException;
import java.rmi.AlreadyBoundException;
import java.rmi.ConnectException;
import java.rmi.Naming;
import java.rmi.NoSuchObjectException;
import java.rmi.NotBoundException;
import java.rmi.UnknownHostException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.ExportException;
import java.rmi.server.UnicastRemoteObject;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Registries and names, on any number of ranks of one host, without waiting for missing ones. */
public class Registries {
    private static final int RANK = Integer.getInteger("rmi4mpi.rank");
    private static final int SIZE = Integer.getInteger("rmi4mpi.size");

    private static Named meeting;

    public static void main(String[] args) throws Exception {
        if (RANK == 0) {
            LocateRegistry.getRegistry(1099).bind("meeting", new NamedObject("meeting"));
        }
        while (meeting == null) {
            try {
                meeting = (Named) Naming.lookup("meeting");
            } catch (NotBoundException e) {
                Thread.sleep(5);
            }
        }
        aPortIsTakenOnce();
        severalRegistries();
        names();
        urls();
        hosts();
        laziness();
        registriesTravel();
        jobRegistryGivesWay();
        System.out.println("rank " + RANK + " of " + SIZE + ": all as expected");
    }

    private static void meet() throws Exception {
        meeting.meet(SIZE);
    }

    private static void aPortIsTakenOnce() throws Exception {
        Registry mine = null;
        try {
            mine = LocateRegistry.createRegistry(3000);
        } catch (ExportException e) {
            that(e.getMessage().startsWith("Port already in use: 3000"), e.getMessage());
        }
        meet();
        if (mine != null) {
            mine.bind("winner", new NamedObject("rank " + RANK));
            fails(ExportException.class, () -> LocateRegistry.createRegistry(3000));
        }
        meet();
        Registry found = LocateRegistry.getRegistry("localhost", 3000);
        String winner = ((Named) found.lookup("winner")).name();
        same(mine != null, winner.equals("rank " + RANK));
        meet();
        if (mine != null) {
            Registry registry = mine;
            same(true, UnicastRemoteObject.unexportObject(registry, true));
            fails(NoSuchObjectException.class, () -> UnicastRemoteObject.unexportObject(registry, true));
        }
        meet();
        fails(ConnectException.class, () -> found.lookup("winner"));
        meet();
        if (RANK == SIZE - 1) {
            Registry again = LocateRegistry.createRegistry(3000);
            same(0, LocateRegistry.getRegistry(3000).list().length);
            UnicastRemoteObject.unexportObject(again, false);
        }
        fails(IllegalArgumentException.class, () -> LocateRegistry.createRegistry(-1));
        fails(IllegalArgumentException.class, () -> LocateRegistry.createRegistry(65536));
    }

    private static void severalRegistries() throws Exception {
        Registry first = LocateRegistry.createRegistry(4000 + RANK);
        Registry second = LocateRegistry.createRegistry(5000 + RANK);
        NamedObject object = new NamedObject("of " + RANK);
        first.bind("x", object);
        second.bind("x", new NamedObject("second of " + RANK));
        same(object, first.lookup("x"));
        meet();
        for (int other = 0; other < SIZE; other++) {
            same("of " + other, ((Named) LocateRegistry.getRegistry(4000 + other).lookup("x")).name());
            same("second of " + other,
                    ((Named) Naming.lookup("rmi://localhost:" + (5000 + other) + "/x")).name());
            same("of " + other, ((Named) Naming.lookup("//rank" + other + ":" + (4000 + other) + "/x")).name());
        }
        meet();
        UnicastRemoteObject.unexportObject(first, true);
        same("second of " + RANK, ((Named) LocateRegistry.getRegistry(5000 + RANK).lookup("x")).name());
        meet();
        UnicastRemoteObject.unexportObject(second, true);
    }

    private static void names() throws Exception {
        Registry own = LocateRegistry.createRegistry(6000 + RANK);
        Registry job = LocateRegistry.getRegistry();
        for (Registry registry : List.of(own, LocateRegistry.getRegistry(6000 + RANK), job)) {
            for (String name : new String[] {"", "a:b", "Größe/ж", " ", "//host/name"}) {
                String own1 = registry == job && name.isEmpty() ? name : name + (registry == job ? RANK : "");
                if (registry == job && name.isEmpty()) {
                    continue; // one rank alone may have it
                }
                registry.bind(own1, new NamedObject(own1));
                same(own1, ((Named) registry.lookup(own1)).name());
                that(Arrays.asList(registry.list()).contains(own1), own1 + " is listed");
                AlreadyBoundException twice =
                        fails(AlreadyBoundException.class, () -> bound(registry, own1));
                same(own1, twice.getMessage());
                registry.rebind(own1, new NamedObject("other"));
                same("other", ((Named) registry.lookup(own1)).name());
                registry.unbind(own1);
                fails(NotBoundException.class, () -> registry.lookup(own1));
                fails(NotBoundException.class, () -> unbound(registry, own1));
            }
            fails(NullPointerException.class, () -> registry.lookup(null));
            fails(NullPointerException.class, () -> bound(registry, null));
            fails(NullPointerException.class, () -> unbound(registry, null));
            fails(NullPointerException.class, () -> {
                registry.rebind("x", null);
                return null;
            });
        }
        same(0, own.list().length);
        UnicastRemoteObject.unexportObject(own, true);
        meet();
    }

    private static Object bound(Registry registry, String name) throws Exception {
        registry.bind(name, new NamedObject("twice"));
        return null;
    }

    private static Object unbound(Registry registry, String name) throws Exception {
        registry.unbind(name);
        return null;
    }

    private static void urls() throws Exception {
        int port = 6100 + RANK;
        Registry own = LocateRegistry.createRegistry(port);
        Naming.bind("rmi://localhost:" + port + "/a/b", new NamedObject("1"));
        Naming.rebind("//:" + port + "/ж", new NamedObject("2"));
        Naming.rebind("rmi://:" + port + "/third", new NamedObject("3"));
        same(Set.of("a/b", "ж", "third"), Set.of(own.list()));
        same(new TreeSet<>(List.of("//localhost:" + port + "/a/b", "//localhost:" + port + "/ж",
                "//localhost:" + port + "/third")), new TreeSet<>(Arrays.asList(Naming.list("//:" + port))));
        same("1", ((Named) Naming.lookup("//localhost:" + port + "/a/b")).name());
        fails(AlreadyBoundException.class, () -> {
            Naming.bind("//:" + port + "/a/b", new NamedObject("1"));
            return null;
        });
        Naming.unbind("//:" + port + "/a/b");
        fails(NotBoundException.class, () -> Naming.lookup("//:" + port + "/a/b"));
        same(2, ((Registry) Naming.lookup("rmi://localhost:" + port + "/")).list().length);
        for (String url : new String[] {"http://localhost/x", "rmi:x", "//localhost/x#y", "//localhost/x?y",
            "rmi://a b/x", "//u@localhost/x", "//localhost:port/x", "rmi://my_host/x"}) {
            fails(MalformedURLException.class, () -> Naming.lookup(url));
        }
        fails(NullPointerException.class, () -> Naming.lookup(null));
        fails(NullPointerException.class, () -> {
            Naming.bind("//:" + port + "/null", null);
            return null;
        });
        Naming.rebind("own name ".trim().replace(' ', '-') + RANK, new NamedObject("in the job's"));
        same("in the job's", ((Named) Naming.lookup("rmi://localhost/own-name" + RANK)).name());
        Naming.unbind("//localhost:1099/own-name" + RANK);
        UnicastRemoteObject.unexportObject(own, true);
        meet();
    }

    private static void hosts() throws Exception {
        InetAddress local = InetAddress.getLocalHost();
        if (RANK == 0) {
            LocateRegistry.createRegistry(6200).bind("x", new NamedObject("found"));
        }
        meet();
        for (String host : new String[] {null, "", "localhost", "LOCALHOST", "127.0.0.1", local.getHostName(),
            local.getHostAddress(), "rank0", "rank" + (SIZE - 1),
            System.getProperty("rmi4mpi.hosts").split(",")[RANK]}) {
            same("found", ((Named) LocateRegistry.getRegistry(host, 6200).lookup("x")).name());
        }
        fails(UnknownHostException.class, () -> LocateRegistry.getRegistry("no.such.host.invalid").list());
        fails(UnknownHostException.class, () -> Naming.lookup("//rank" + SIZE + "/x"));
        ConnectException refused =
                fails(ConnectException.class, () -> LocateRegistry.getRegistry("192.0.2.1", 6200).lookup("x"));
        that(refused.getMessage().startsWith("Connection refused to host: 192.0.2.1"), refused.getMessage());
        meet();
    }

    private static void laziness() throws Exception {
        meet();
        Registry later = LocateRegistry.getRegistry("rank0", 6300);
        fails(ConnectException.class, later::list);
        fails(ConnectException.class, () -> later.lookup("x"));
        fails(ConnectException.class, () -> bound(later, "x"));
        meet();
        if (RANK == 0) {
            LocateRegistry.createRegistry(6300);
        }
        meet();
        same(0, later.list().length);
        meet();
    }

    private static void registriesTravel() throws Exception {
        if (RANK == 0) {
            Registry registry = LocateRegistry.createRegistry(6400);
            registry.bind("the registry", registry);
            registry.bind("lister", new NamedObject("lister"));
        }
        meet();
        Registry found = LocateRegistry.getRegistry(6400);
        Registry itself = (Registry) found.lookup("the registry");
        same(2, itself.list().length);
        Named lister = (Named) itself.lookup("lister");
        same(2, lister.namesIn(itself).length);
        same(2, lister.namesIn(found).length);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(found);
            out.writeObject(itself);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            same(2, ((Registry) in.readObject()).list().length);
            same(itself, in.readObject());
        }
        meet();
    }

    /** The program's own registry contains the names that were bound before it existed. */
    private static void jobRegistryGivesWay() throws Exception {
        meet();
        Registry own = null;
        if (RANK == SIZE - 1) {
            own = LocateRegistry.createRegistry(Registry.REGISTRY_PORT);
            own.bind("new", new NamedObject("new"));
        }
        meet();
        same("new", ((Named) Naming.lookup("new")).name());
        same("meeting", ((Named) Naming.lookup("meeting")).name());
        meet();
        if (RANK == SIZE - 1) {
            UnicastRemoteObject.unexportObject(own, true);
        }
        meet();
        fails(ConnectException.class, () -> Naming.lookup("new"));
    }
}
