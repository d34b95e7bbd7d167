package org.rmi4mpi.jpvm;

import org.rmi4mpi.jpvm.group.Groups;
import org.rmi4mpi.jpvm.mail.Endpoint;

/** An environment that a task has constructed. */
public record Environment(Task task, Endpoint endpoint, Groups groups) {}
