package org.rmi4mpi.flight;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;

/** A large request, reply or message. */
@Label("Large Transfer")
@Category("rmi4mpi")
@Description("A request, reply or message of 64 KiB or more")
final class LargeTransfer extends Event {
    @Label("Kind")
    String kind;

    @Label("Name")
    @Description("The method, or the call of package mpi")
    String name;

    @Label("Rank")
    @Description("The other rank")
    int rank;

    @Label("Length")
    @DataAmount
    long bytes;
}
