package org.rmi4mpi.doctor;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import mpi.MPI;
import org.rmi4mpi.bridge.Job;

/**
 * The main that the doctor starts on each rank. The first rank of each node looks at the node. The first ranks of all
 * nodes send each other messages. Rank 0 prints the findings, for {@link Doctor} to read.
 */
public final class RankCheckup {
    static final String STEP = "rmi4mpi-check-step\t";
    static final String FINDING = "rmi4mpi-check-finding\t";
    static final String END = "rmi4mpi-check-end";

    private final int rank = MPI.COMM_WORLD.Rank();
    private final List<String> hosts = gather(Job.host());
    private final String host = Job.host();
    private final List<Finding> own = new ArrayList<>();

    private RankCheckup() {}

    /** @param args the folder of the jars */
    public static void main(String[] args) {
        MPI.Init(args);
        RankCheckup checkup = new RankCheckup();
        checkup.lookAtNode(Path.of(args[0]));
        checkup.lookBetweenNodes();
        checkup.lookAtPorts();
        checkup.print();
        MPI.Finalize();
    }

    private static List<String> gather(String text) {
        return Job.allgather(text.getBytes(StandardCharsets.UTF_8)).stream()
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .toList();
    }

    private int ranksOfNode() {
        return (int) hosts.stream().filter(host::equals).count();
    }

    private boolean isFirstOfNode(int each) {
        return hosts.indexOf(hosts.get(each)) == each;
    }

    private void lookAtNode(Path lib) {
        own.add(BindingCheck.look(host, rank, NodeFacts.status(), NodeFacts.cores()));
        if (isFirstOfNode(rank)) {
            ProcessLimits limits = NodeFacts.limits();
            own.add(JavaCheck.look(host, Runtime.version().feature(), System.getProperty("java.home")));
            own.add(BridgeCheck.look(host, lib));
            own.add(LoadedMpiCheck.look(host, Job.builtMpi(), Job.loadedMpi()));
            own.add(LockedMemoryCheck.look(host, limits, NodeFacts.hasInfiniBand()));
            own.add(SharedMemoryCheck.look(host, NodeFacts.freeSharedMemory(), ranksOfNode()));
            own.add(HeapCheck.look(host, Runtime.getRuntime().maxMemory(), NodeFacts.memory(), ranksOfNode()));
            own.add(AddressSpaceCheck.look(host, limits, Runtime.getRuntime().maxMemory()));
            own.add(ThreadsCheck.look(host, limits, NodeFacts.threadsOfGroup(), ranksOfNode()));
            own.add(OpenFilesCheck.look(host, limits, hosts.size()));
            own.add(SignalsCheck.look(host, NodeFacts.status()));
        }
    }

    /** The first rank of a node reads the ports of all its ranks, when messages have passed, and of their mpirun. */
    private void lookAtPorts() {
        List<String> processes = gather(Long.toString(ProcessHandle.current().pid()));
        if (isFirstOfNode(rank)) {
            Map<String, List<OpenPorts.Port>> owners = new LinkedHashMap<>();
            for (int each = 0; each < hosts.size(); each++) {
                if (hosts.get(each).equals(host)) {
                    owners.put("rank " + each, OpenPorts.ofChild(Long.parseLong(processes.get(each))));
                }
            }
            ProcessHandle.current().parent().ifPresent(starter -> owners.putAll(OpenPorts.ofLaunchers(starter)));
            own.add(PortsCheck.look(host, owners));
        }
    }

    private void lookBetweenNodes() {
        int[] firsts = IntStream.range(0, hosts.size()).filter(this::isFirstOfNode).toArray();
        for (int i = 0; i < firsts.length; i++) {
            if (i > 0) {
                compareClocks(firsts[0], firsts[i]);
            }
            for (int j = i + 1; j < firsts.length; j++) {
                measure(firsts[i], firsts[j], hosts.get(firsts[i]) + " - " + hosts.get(firsts[j]));
            }
        }
        for (int first : firsts) {
            int second = hosts.subList(first + 1, hosts.size()).indexOf(hosts.get(first)) + first + 1;
            if (second > first) {
                measure(first, second, hosts.get(first));
            }
        }
    }

    private void compareClocks(int first, int second) {
        if (rank == first || rank == second) {
            step("the clocks of " + hosts.get(first) + " and " + hosts.get(second));
            long[] ahead = RoundTrip.clocks(first, second);
            if (rank == first) {
                own.add(ClockCheck.look(hosts.get(second), ahead[0], ahead[1]));
            }
        }
    }

    private void measure(int first, int second, String where) {
        if (rank == first || rank == second) {
            step("messages between ranks " + first + " and " + second + ": " + where);
            double[] us = RoundTrip.between(first, second);
            if (rank == first) {
                own.add(RoundTripCheck.look(where, us[0], us[1]));
            }
        }
    }

    /** Prints the step that begins, so that a job that hangs shows where. */
    private static void step(String text) {
        System.out.println(STEP + text);
        System.out.flush();
    }

    private void print() {
        List<String> all = gather(String.join("\n", own.stream().map(Finding::line).toList()));
        if (rank == 0) {
            for (String lines : all) {
                lines.lines().forEach(line -> System.out.println(FINDING + line));
            }
            System.out.println(END);
            System.out.flush();
        }
    }
}
