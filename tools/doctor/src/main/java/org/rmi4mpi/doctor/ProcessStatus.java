package org.rmi4mpi.doctor;

import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The state of a process, read from /proc/self/status. */
public record ProcessStatus(String text) {
    private String value(String name) {
        Matcher line = Pattern.compile("(?m)^" + name + ":\\s+(\\S+)").matcher(text);
        return line.find() ? line.group(1) : "0";
    }

    /** The cores that the process may use. */
    int cores() {
        int count = 0;
        for (String part : value("Cpus_allowed_list").split(",")) {
            String[] ends = part.split("-");
            count += Integer.parseInt(ends[ends.length - 1]) - Integer.parseInt(ends[0]) + 1;
        }
        return count;
    }

    boolean ignores(int signal) {
        return has("SigIgn", signal);
    }

    boolean catches(int signal) {
        return has("SigCgt", signal);
    }

    private boolean has(String set, int signal) {
        return new BigInteger(value(set), 16).testBit(signal - 1);
    }
}
