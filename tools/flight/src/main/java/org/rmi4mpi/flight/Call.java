package org.rmi4mpi.flight;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;

/** A call, from its request to its reply. */
@Label("Remote Call")
@Category("rmi4mpi")
@Description("The current thread waited for the reply to a call")
final class Call extends Event {
    @Label("Method")
    String method;

    @Label("Rank")
    @Description("The called rank")
    int rank;

    @Label("Request")
    @DataAmount
    long requestBytes;
}
