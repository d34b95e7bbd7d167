package org.rmi4mpi.jpvm.task;

import org.rmi4mpi.jpvm.group.Groups;
import org.rmi4mpi.jpvm.mail.Endpoint;

/** An environment that a task has constructed. */
public record Environment(Endpoint endpoint, Groups groups) {}
