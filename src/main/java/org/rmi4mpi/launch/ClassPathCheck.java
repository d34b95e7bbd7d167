package org.rmi4mpi.launch;

import java.io.File;
import java.util.List;

/** Finds entries of the class path that this host does not have. Stateless. */
final class ClassPathCheck {
    private static final String JARS = "/*";

    private ClassPathCheck() {}

    /** Adds a line for each missing entry to the notices of the start. */
    static void addMissingTo(List<String> notices) {
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (!entry.isEmpty() && !new File(entry).exists()) {
                notices.add(told(entry));
            }
        }
    }

    private static String told(String entry) {
        if (entry.endsWith(JARS) && new File(entry.substring(0, entry.length() - JARS.length())).isDirectory()) {
            return "the class path has " + entry + ", and that folder has no jars on host " + RankLabels.host();
        }
        return "the class path has " + entry + ", which is not there on host " + RankLabels.host();
    }
}
