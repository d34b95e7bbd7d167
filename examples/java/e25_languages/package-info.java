/**
 * The heated plate of {@link e02_plate} in three languages, in one job: {@link e25_languages.Coordinator} in Java reads
 * the plate and leads the iteration, a {@link e25_languages.Strip} at each rank in C++ computes, and a
 * {@link e25_languages.Picture} in Python draws what the strips have meanwhile.
 */
package e25_languages;
