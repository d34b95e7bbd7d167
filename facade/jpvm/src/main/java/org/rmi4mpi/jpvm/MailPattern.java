package org.rmi4mpi.jpvm;

/**
 * Which messages a receive takes.
 *
 * @param anySource whether the source does not matter
 * @param source port of a task; 0 is none's
 * @param anyTag whether the tag does not matter
 */
public record MailPattern(short context, boolean anySource, int source, boolean anyTag, int tag) {
    /** The port of no task. */
    public static final int NOBODY = 0;

    public static MailPattern any() {
        return new MailPattern(Mail.PROGRAM, true, NOBODY, true, 0);
    }

    public static MailPattern from(int source) {
        return new MailPattern(Mail.PROGRAM, false, source, true, 0);
    }

    public static MailPattern tagged(int tag) {
        return new MailPattern(Mail.PROGRAM, true, NOBODY, false, tag);
    }

    public static MailPattern of(int source, int tag) {
        return new MailPattern(Mail.PROGRAM, false, source, false, tag);
    }

    boolean matches(Mail mail) {
        return mail.context() == context && (anyTag || mail.tag() == tag) && (anySource || mail.source() == source);
    }
}
