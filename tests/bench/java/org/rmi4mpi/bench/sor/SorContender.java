package org.rmi4mpi.bench.sor;

/** The contenders in the order of the table. */
enum SorContender {
    OBJECTS("remote objects"), MESSAGES("messages"), JDK("JDK RMI"), C("C");

    private final String text;

    SorContender(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }
}
