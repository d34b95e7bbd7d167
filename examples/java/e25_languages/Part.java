package e25_languages;

import java.io.Serializable;

/**
 * What a strip computes: some rows of a plate, with the rows above and below them.
 *
 * @param firstRow row of the plate that is rows[1]
 * @param free for each row the cells that are not fixed, as ranges of columns: from, to, from, to ... Each range
 *            excludes its end
 */
public record Part(int firstRow, double omega, double[][] rows, int[][] free) implements Serializable {}
