/**
 * A heated plate: Laplace's equation on a grid by red/black successive over-relaxation, computed three ways
 * in one job. {@link e02_plate.Plate} is the program; the three ways are {@link e02_plate.Sequential}, {@link
 * e02_plate.MessagePassing} and {@link e02_plate.RemoteObjects}.
 */
package e02_plate;
