/**
 * JPVM's API. Programs written for JPVM compile and run unmodified by {@code rmi4mpirun --jpvm}. The package also has
 * extensions from JPVM's users and from PVM 3.4. A program begins with a {@link jpvm.jpvmEnvironment}.
 *
 * <p>Names are those of JPVM, with its two oddities: class names begin with small letters, and {@link
 * jpvm.jpvmException} is not a {@link java.lang.Exception}. See docs/jpvm.md.
 */
package jpvm;
