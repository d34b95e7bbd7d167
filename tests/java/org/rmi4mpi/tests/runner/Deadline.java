package org.rmi4mpi.tests.runner;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The number of seconds that a test, or each test of a class, may take if each thread has a core. The default is {@link
 * #STANDARD}. {@link Patience} counts them.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Deadline {
    int STANDARD = 30;

    int value();
}
