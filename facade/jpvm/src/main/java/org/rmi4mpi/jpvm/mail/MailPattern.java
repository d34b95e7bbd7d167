package org.rmi4mpi.jpvm.mail;

/**
 * Selects the messages that a receive takes.
 *
 * @param anySource whether any source matches
 * @param source port of a task; no message has source 0
 * @param anyTag whether any tag matches
 */
public record MailPattern(short context, boolean anySource, int source, boolean anyTag, int tag) {
    /** A port that names no task. */
    public static final int NOBODY = 0;

    public static MailPattern any() {
        return new MailPattern(Envelope.PROGRAM, true, NOBODY, true, 0);
    }

    public static MailPattern from(int source) {
        return new MailPattern(Envelope.PROGRAM, false, source, true, 0);
    }

    public static MailPattern tagged(int tag) {
        return new MailPattern(Envelope.PROGRAM, true, NOBODY, false, tag);
    }

    public static MailPattern of(int source, int tag) {
        return new MailPattern(Envelope.PROGRAM, false, source, false, tag);
    }

    boolean matches(Envelope envelope) {
        return envelope.context() == context && (anyTag || envelope.tag() == tag)
                && (anySource || envelope.source() == source);
    }
}
