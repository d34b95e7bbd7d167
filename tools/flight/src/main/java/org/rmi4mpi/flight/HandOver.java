package org.rmi4mpi.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;

/** A thread leaves the lead to another one. */
@Label("Hand-Over")
@Category("rmi4mpi")
@Description("A thread left the lead to another one, since its method was long or waited")
final class HandOver extends Event {
}
