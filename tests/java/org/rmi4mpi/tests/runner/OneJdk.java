package org.rmi4mpi.tests.runner;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Whether these tests pass does not depend on the JDK: they are about the launcher, MPI, or a program's result. Where tests
 * run on several JDKs, these run on one.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface OneJdk {}
