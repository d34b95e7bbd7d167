package org.rmi4mpi.launch;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.rmi4mpi.bridge.Job;

/**
 * The host of a rank, and whether the rank only serves.
 *
 * @param host as MPI names it; ranks with the same host are on one node
 * @param names the host's names and addresses, including {@code host}
 * @param serves whether the rank only serves the others, so that the job does not wait for its main
 */
public record RankPlace(String host, Set<String> names, boolean serves) {
    /** Gathers the places of all ranks, in the order of ranks. Collective over all ranks. */
    static List<RankPlace> gather(boolean serves) {
        Set<String> words = new LinkedHashSet<>();
        words.add(Boolean.toString(serves));
        words.add(Job.host());
        addNames(words);
        List<RankPlace> places = new ArrayList<>();
        for (byte[] each : Job.allgather(String.join("\n", words).getBytes(StandardCharsets.UTF_8))) {
            List<String> lines = new String(each, StandardCharsets.UTF_8).lines().toList();
            places.add(new RankPlace(lines.get(1), Set.copyOf(lines.subList(1, lines.size())),
                    Boolean.parseBoolean(lines.get(0))));
        }
        return places;
    }

    private static void addNames(Set<String> names) {
        try {
            names.add(InetAddress.getLocalHost().getHostName());
        } catch (UnknownHostException e) {
            // MPI's name remains.
        }
        try {
            for (NetworkInterface network : Collections.list(NetworkInterface.getNetworkInterfaces())) {
                for (InetAddress address : Collections.list(network.getInetAddresses())) {
                    if (!address.isLoopbackAddress()) {
                        names.add(address.getHostAddress().replaceFirst("%.*", ""));
                    }
                }
            }
        } catch (SocketException e) {
            // A host without a network has no addresses.
        }
    }
}
