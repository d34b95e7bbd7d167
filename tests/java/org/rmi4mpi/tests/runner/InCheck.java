package org.rmi4mpi.tests.runner;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a test of whole jobs that {@code make check} runs, too. It covers parts that the tests of one JVM and of ranks
 * do not use, such as the launcher, the agent, or JPVM. On several hosts it marks those of a quick run, tests of ranks among
 * them.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface InCheck {}
