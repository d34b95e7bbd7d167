/**
 * JPVM, in its own spelling: programs that were written for it compile and run unmodified, by {@code rmi4mpirun
 * --jpvm}. What its users added for themselves, or had in PVM 3.4, is here, too.
 *
 * <p>Its names are JPVM's, and so are its two oddities: classes begin with small letters, and {@link
 * jpvm.jpvmException} is no {@link java.lang.Exception}. See docs/jpvm.md.
 */
package jpvm;
