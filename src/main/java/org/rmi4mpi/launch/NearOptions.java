package org.rmi4mpi.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Suggests the option of the launcher that a misspelt one most likely stands for. Stateless. */
public final class NearOptions {
    /** A number of ranks without the space: {@code -n2}, {@code --np=4}. */
    private static final Pattern RANKS = Pattern.compile("--?np?=?(\\d+)");

    /** The launcher takes these instead of the JVM. */
    private static final List<String> OF_JAVA = List.of("-cp CLASSPATH", "-classpath CLASSPATH", "-jar FILE.jar");

    private NearOptions() {}

    /**
     * Prints the option with its value; nothing if none is similar.
     *
     * @param args the option
     */
    public static void main(String[] args) {
        String nearest = nearest(args[0]);
        System.out.print(nearest == null ? "" : nearest);
    }

    /** Returns the option with its value; null if none is similar. One character in three may differ. */
    static String nearest(String given) {
        Matcher ranks = RANKS.matcher(given);
        if (ranks.matches()) {
            return "-n " + ranks.group(1);
        }
        String name = name(given);
        String nearest = null;
        int least = name.length() / 3 + 1;
        List<String> options = new ArrayList<>(Help.launcherOptions());
        options.addAll(OF_JAVA);
        for (String option : options) {
            int distance = UnknownOptions.distance(name, name(option));
            if (option.startsWith("-") && distance < least) {
                nearest = option;
                least = distance;
            }
        }
        return nearest;
    }

    /** Without dashes and value. */
    private static String name(String option) {
        return option.replaceFirst("^-+", "").replaceFirst("[ =].*", "");
    }
}
