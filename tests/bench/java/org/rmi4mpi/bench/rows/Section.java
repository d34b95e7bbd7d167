package org.rmi4mpi.bench.rows;

/** The parts of the collection, in the order in which they are measured and reported. */
public enum Section {
    KERNELS("Kernels", "one caller and one object in two processes"),
    STAR("Star", "two callers meet at a barrier, then both call an object of a third process"),
    ARRAYS("Arrays", "arrays as arguments, of up to 4 MiB"),
    THROUGHPUT("Throughput", "arrays there and back"), BUCKETS("Buckets", "32,768 strings, in calls of so many"),
    CALLBACKS("Call-backs", "calls from several threads, which go to and fro between caller and callee"),
    SITUATIONS("Situations", "what a call costs where cores are busy, or ranks idle"),
    FARMING("Farming", "tasks that any rank may run, and many small calls to all ranks, in a new job"),
    PATTERNS("Patterns", "what programs do with remote objects, in a new job: the first time and the third"),
    KINDS("Kinds", "so many objects of a kind, as argument and as result, in a new job"),
    OUTSIDE("From outside", "a client of the JDK's RMI calls a job by its gateway, and a server of the JDK's RMI"),
    LANGUAGES("Languages",
            "calls between ranks in two languages, the caller first, in a new job; C's ping-pong beside them"),
    APPLICATIONS("Applications", "whole programs on two processes");

    private final String title;
    private final String text;

    Section(String title, String text) {
        this.title = title;
        this.text = text;
    }

    public String title() {
        return title;
    }

    /** The description of what is measured. */
    public String text() {
        return text;
    }
}
