package org.rmi4mpi.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reports at which ports the ranks of a node and their mpirun listen, and who can reach them. None of these is an error. */
public final class PortsCheck {
    private PortsCheck() {}

    /** @param owners for each rank, and each process of mpirun, its name and its ports */
    public static Finding look(String host, Map<String, List<OpenPorts.Port>> owners) {
        String near = shown(owners, true);
        String far = shown(owners, false);
        List<String> found = new ArrayList<>();
        if (!far.isEmpty()) {
            found.add("other hosts reach " + far);
        }
        if (!near.isEmpty()) {
            found.add("this host alone reaches " + near);
        }
        return Finding.well("ports", host, found.isEmpty() ? "no rank listens" : String.join("; ", found));
    }

    private static String shown(Map<String, List<OpenPorts.Port>> owners, boolean local) {
        List<String> parts = new ArrayList<>();
        owners.forEach((owner, ports) -> {
            String own = ports.stream()
                    .filter(port -> port.isLocal() == local)
                    .map(OpenPorts.Port::toString)
                    .collect(Collectors.joining(" "));
            if (!own.isEmpty()) {
                parts.add(own + " of " + owner);
            }
        });
        return String.join(", ", parts);
    }
}
