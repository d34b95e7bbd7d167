package org.rmi4mpi.tests.runner;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks tests of whole jobs, hostile ones and those of documents that depend on the JDK so much that each one runs them, also
 * a JDK between the oldest and the newest. Such a JDK otherwise runs those with the mark {@link InCheck} alone. A method with
 * this mark in a class with the mark {@link OneJdk} runs on one JDK and on those between.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface EachJdk {}
