package org.rmi4mpi.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;

/** A wait in which a thread slept. */
@Label("Stall")
@Category("rmi4mpi")
@Description("The current thread polled in vain, and slept until something came")
final class Stall extends Event {
    @Label("Waits For")
    String awaited;
}
