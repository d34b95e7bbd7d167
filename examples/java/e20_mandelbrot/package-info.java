/**
 * The Mandelbrot set, a program of coarse pieces of work, in several ways in one job. {@link e20_mandelbrot.Mandelbrot} is
 * the program. Its ways are {@code Sequential}, {@code ByMessages}, {@code ByObjects} with a {@code Desk}, and {@code
 * ByTasks}.
 */
package e20_mandelbrot;
