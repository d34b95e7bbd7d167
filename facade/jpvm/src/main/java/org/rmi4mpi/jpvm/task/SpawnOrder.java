package org.rmi4mpi.jpvm.task;

import java.io.Serializable;
import org.rmi4mpi.jpvm.mail.MailPattern;

/**
 * A request to start a task.
 *
 * @param name of the main class
 * @param parent port of the spawning task; {@link MailPattern#NOBODY} for none
 * @param home the rank to notify when the task has constructed an environment
 * @param number identifies the order at that rank; 0 for no notification
 */
public record SpawnOrder(String name, String[] args, int parent, int home, int number) implements Serializable {}
