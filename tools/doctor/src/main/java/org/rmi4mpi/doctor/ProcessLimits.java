package org.rmi4mpi.doctor;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The soft limits of a process, read from /proc/self/limits. */
public record ProcessLimits(String text) {
    static final long UNLIMITED = Long.MAX_VALUE;

    /** Returns a limit by its name there, such as "Max open files"; {@link #UNLIMITED} if there is none. */
    long of(String name) {
        Matcher line = Pattern.compile("(?m)^" + Pattern.quote(name) + "\\s+(\\d+|unlimited)").matcher(text);
        return !line.find() || line.group(1).equals("unlimited") ? UNLIMITED : Long.parseLong(line.group(1));
    }

    static String shown(long limit) {
        return limit == UNLIMITED ? "no limit" : String.valueOf(limit);
    }
}
