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
 * Where a rank runs, and what for.
 *
 * @param host as MPI names it: ranks of the same host are on one node
 * @param names the host's names and addresses, this one among them
 * @param serves whether it was started to serve the others, which do not wait for its main to return
 */
public record RankPlace(String host, Set<String> names, boolean serves) {
    /** Those of all ranks, in their order; every rank has to come. */
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
            // then MPI's name has to do
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
            // a host without a network has no addresses
        }
    }
}
