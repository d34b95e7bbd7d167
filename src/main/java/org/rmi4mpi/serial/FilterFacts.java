package org.rmi4mpi.serial;

import java.io.ObjectInputFilter;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The facts that a filter receives. Immutable. */
record FilterFacts(Class<?> serialClass, long arrayLength, long references, long depth, long streamBytes)
        implements ObjectInputFilter.FilterInfo {
    private static final Pattern LIMIT = Pattern.compile("(maxarray|maxdepth|maxrefs|maxbytes)=(\\d+)");
    private static final int LONGEST_FILTER = 300;

    /**
     * Describes the refusal: the object, the remedy, and the limit as far as the filter's text shows it.
     *
     * @param before the class that was allowed last; null for none
     */
    String refused(Class<?> before, ObjectInputFilter filter) {
        String text = textOf(filter);
        StringJoiner reasons = new StringJoiner(", ");
        for (Matcher limit = LIMIT.matcher(text); limit.find();) {
            if (exceeds(limit.group(1), limit.group(2))) {
                reasons.add(words(limit.group(1)) + " " + value(limit.group(1)) + " > " + limit.group());
            }
        }
        return (reasons.length() == 0 ? "" : reasons + "; ") + described(before) + " was refused by the filter "
                + (text.length() <= LONGEST_FILTER ? text : text.substring(0, LONGEST_FILTER) + "...")
                + ": allow it there, or do not send it";
    }

    private String described(Class<?> before) {
        String type = serialClass != null ? serialClass.getTypeName()
                : "a reference" + (before == null ? "" : " after " + before.getTypeName());
        return type + (arrayLength < 0 ? "" : " of length " + arrayLength) + " at depth " + depth + ", reference "
                + references + ", after " + streamBytes + " bytes,";
    }

    private boolean exceeds(String limit, String number) {
        try {
            return value(limit) > Long.parseLong(number);
        } catch (NumberFormatException e) {
            return false; // not a number of a pattern
        }
    }

    private long value(String limit) {
        return switch (limit) {
            case "maxarray" -> arrayLength;
            case "maxdepth" -> depth;
            case "maxrefs" -> references;
            default -> streamBytes;
        };
    }

    private static String words(String limit) {
        return switch (limit) {
            case "maxarray" -> "array length";
            case "maxdepth" -> "depth";
            case "maxrefs" -> "number of references";
            default -> "number of bytes";
        };
    }

    /** The text of a pattern filter is its pattern. */
    private static String textOf(ObjectInputFilter filter) {
        try {
            return String.valueOf(filter);
        } catch (RuntimeException e) {
            return filter.getClass().getName();
        }
    }
}
