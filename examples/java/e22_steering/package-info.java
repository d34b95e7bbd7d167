/**
 * A job that computes, watched and steered by a program outside of it, which knows the JDK's java.rmi alone. {@link
 * e22_steering.SteeredSor} is the job, {@link e22_steering.Terminal} the program outside.
 */
package e22_steering;
