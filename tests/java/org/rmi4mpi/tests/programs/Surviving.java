package org.rmi4mpi.tests.programs;

import java.io.IOException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.rmi4mpi.ref.RankLostException;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.GroupException;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.Ranks;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/**
 * Programs that lose ranks while the others call them: {@code Surviving WHAT HOW RANKS}. The named ranks end by kill, exit,
 * exit0 or halt. Each of the others prints what it was told.
 */
public class Surviving {
    private static final long DEADLINE_S = 60;

    /** An object of each rank. */
    public interface Service extends Remote {
        int add(int number) throws RemoteException;

        int rank() throws RemoteException;

        void stay() throws RemoteException;

        void note(int number) throws RemoteException;

        double[] numbers(int length) throws RemoteException;

        CompletableFuture<Integer> never() throws RemoteException;
    }

    private static final class Server implements Service {
        @Override
        public int add(int number) {
            return number + 1;
        }

        @Override
        public int rank() {
            return Ranks.own();
        }

        @Override
        public void stay() {
            try {
                TimeUnit.SECONDS.sleep(DEADLINE_S);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void note(int number) {}

        @Override
        public double[] numbers(int length) {
            return new double[length];
        }

        @Override
        public CompletableFuture<Integer> never() {
            return new CompletableFuture<>();
        }
    }

    private static void say(String what) {
        System.out.println("rank " + Ranks.own() + " " + what);
    }

    private static void end(String how) throws IOException, InterruptedException {
        switch (how) {
            case "exit" -> System.exit(3);
            case "exit0" -> System.exit(0);
            case "halt" -> Runtime.getRuntime().halt(4);
            default -> {
                new ProcessBuilder("kill", "-KILL", "" + ProcessHandle.current().pid()).start();
                TimeUnit.SECONDS.sleep(DEADLINE_S);
            }
        }
    }

    private static List<Service> services() throws RemoteException {
        return Ranks.each(Service.class, (Service) UnicastRemoteObject.exportObject(new Server(), 0));
    }

    /** Calls of all kinds are under way to the first of the lost ranks. */
    private static void call(String how, Set<Integer> lost) throws Exception {
        List<Integer> told = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch all = new CountDownLatch(lost.size());
        Ranks.onLoss(rank -> {
            told.add(rank);
            all.countDown();
        });
        List<Service> services = services();
        Ranks.barrier();
        if (lost.contains(Ranks.own())) {
            TimeUnit.MILLISECONDS.sleep(500);
            end(how);
        }
        int first = lost.iterator().next();
        Service service = services.get(first);
        CompletableFuture<Integer> never = service.never();
        Service oneWay = Calls.oneWay(service);
        for (int i = 0; i < 10; i++) {
            oneWay.note(i);
        }
        Thread sleeper = new Thread(() -> {
            try {
                service.stay();
                say("got a reply of a lost rank");
            } catch (RankLostException e) {
                say("is told in a sleep of rank " + e.rank() + " on a host: " + !e.host().isEmpty());
            } catch (RemoteException e) {
                say("got " + e);
            }
        });
        sleeper.start();
        try {
            for (int i = 0; i >= 0; i++) {
                service.add(i);
            }
        } catch (RankLostException e) {
            say("is told while it polls of rank " + e.rank());
        }
        sleeper.join(TimeUnit.SECONDS.toMillis(DEADLINE_S));
        try {
            never.get(DEADLINE_S, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            say("has a future that fails by " + e.getCause().getClass().getSimpleName());
        }
        try {
            Calls.group(services).gather(each -> each.add(1));
        } catch (GroupException e) {
            say("has a group that fails by " + e.failures().get(first).getClass().getSimpleName());
        }
        for (int rank = 0; rank < Ranks.size(); rank++) {
            if (!lost.contains(rank)
                    && (services.get(rank).add(5) != 6 || services.get(rank).numbers(100_000).length != 100_000)) {
                say("got a wrong result");
            }
        }
        try {
            service.add(1);
        } catch (RankLostException e) {
            say("is told in a later call");
        }
        all.await(DEADLINE_S, TimeUnit.SECONDS);
        Ranks.barrier();
        say("knows " + Ranks.alive() + " and was told " + told);
    }

    /** The registry goes on without the rank that kept it. */
    private static void bind(String how, Set<Integer> lost) throws Exception {
        Naming.rebind("//rank" + Ranks.own() + "/service", (Service) UnicastRemoteObject.exportObject(new Server(), 0));
        Ranks.barrier();
        if (lost.contains(Ranks.own())) {
            end(how);
        }
        for (int rank = 0; rank < Ranks.size(); rank++) {
            while (lost.contains(rank) && Ranks.isAlive(rank)) {
                TimeUnit.MILLISECONDS.sleep(10);
            }
        }
        Ranks.barrier();
        for (int rank = 0; rank < Ranks.size(); rank++) {
            String name = "//rank" + rank + "/service";
            if (!lost.contains(rank)) {
                say("finds rank " + rank + ": " + ((Service) Naming.lookup(name)).add(1));
            } else {
                try {
                    Naming.lookup(name);
                    say("finds a lost rank");
                } catch (java.rmi.NotBoundException e) {
                    say("misses rank " + rank);
                }
            }
        }
    }

    /** Rank 2 unbinds and rebinds names of rank 1. Then the registry moves. */
    private static void rebind(String how, Set<Integer> lost) throws Exception {
        Service service = (Service) UnicastRemoteObject.exportObject(new Server(), 0);
        if (Ranks.own() == 1) {
            Naming.bind("unbound", service);
            Naming.bind("rebound", service);
        }
        Ranks.barrier();
        if (Ranks.own() == 2) {
            Naming.unbind("unbound");
            Naming.rebind("rebound", service);
        }
        Ranks.barrier();
        if (lost.contains(Ranks.own())) {
            end(how);
        }
        for (int rank : lost) {
            while (Ranks.isAlive(rank)) {
                TimeUnit.MILLISECONDS.sleep(10);
            }
        }
        say("lists " + Naming.list("").length + " name, of rank " + ((Service) Naming.lookup("rebound")).rank());
    }

    /** The program does not notice that ranks are lost. */
    private static void ignore(String how, Set<Integer> lost) throws Exception {
        if (lost.contains(Ranks.own())) {
            end(how);
        }
    }

    /** A rank is lost while the others wait in the end of the job. */
    private static void finish(String how, Set<Integer> lost) throws Exception {
        Ranks.onLoss(rank -> say("is told of rank " + rank));
        if (lost.contains(Ranks.own())) {
            TimeUnit.SECONDS.sleep(2);
            end(how);
        }
    }

    public static void main(String[] args) throws Exception {
        Ranks.start(args);
        Set<Integer> lost = new TreeSet<>();
        for (String rank : args[2].split(",")) {
            lost.add(Integer.parseInt(rank));
        }
        switch (args[0]) {
            case "call" -> call(args[1], lost);
            case "bind" -> bind(args[1], lost);
            case "rebind" -> rebind(args[1], lost);
            case "ignore" -> ignore(args[1], lost);
            case "finish" -> finish(args[1], lost);
            case "throw" -> {
                if (lost.contains(Ranks.own())) {
                    throw new IllegalStateException("thrown by rank " + Ranks.own());
                }
                Ranks.barrier();
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }
}
