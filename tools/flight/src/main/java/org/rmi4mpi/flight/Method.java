package org.rmi4mpi.flight;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;

/** A method that ran for a call. */
@Label("Remote Method")
@Category("rmi4mpi")
@Description("The current thread ran a method for a rank")
final class Method extends Event {
    @Label("Method")
    String method;

    @Label("Caller")
    @Description("The rank that made the call")
    int caller;

    @Label("Reply")
    @DataAmount
    long replyBytes;
}
