/**
 * A heated plate: Laplace's equation on a grid, solved by red/black successive over-relaxation in several ways in one
 * job. {@link e02_plate.Plate} is the program. Its solvers are {@link e02_plate.Sequential}, {@link
 * e02_plate.MessagePassing} and {@link e02_plate.RemoteObjects}; {@code PlateTasks} adds {@code TaskMessages}.
 */
package e02_plate;
