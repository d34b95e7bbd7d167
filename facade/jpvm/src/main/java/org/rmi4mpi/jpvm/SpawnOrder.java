package org.rmi4mpi.jpvm;

import java.io.Serializable;

/**
 * What a rank is asked to run.
 *
 * @param name of the main class
 * @param parent port of the task that spawns; {@link MailPattern#NOBODY} for none
 * @param home the rank that is told when the task has constructed an environment
 * @param number by which it knows the order; 0 where it need not be told
 */
record SpawnOrder(String name, String[] args, int parent, int home, int number) implements Serializable {}
