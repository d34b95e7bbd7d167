package org.rmi4mpi.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Has JUnit 5 run a test method, or each of a class, on the ranks of a job. MPI.Init has been called when the test begins, and
 * MPI.Finalize follows it. The test fails if it fails at any rank.
 *
 * <pre>{@code
 * @OnRanks(4)
 * class RingTest {
 *     @Test
 *     void tokensGoAround() throws Exception {
 *         int rank = MPI.COMM_WORLD.Rank();
 *         ...
 *     }
 * }
 * }</pre>
 *
 * <p>Where the class is annotated, its methods of {@code @BeforeAll}, {@code @BeforeEach}, {@code @AfterEach} and
 * {@code @AfterAll} run on the ranks, too. Each test method has a job of its own.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(RanksExtension.class)
public @interface OnRanks {
    /** The number of ranks. */
    int value();

    /** After how many seconds the job is ended, and the test fails. */
    int seconds() default 60;

    /** Options for rmi4mpirun or the JVMs of the ranks, such as {@code -Xmx256m}. */
    String[] options() default {};
}
