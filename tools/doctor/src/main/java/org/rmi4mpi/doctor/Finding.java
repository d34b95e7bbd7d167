package org.rmi4mpi.doctor;

/**
 * The result of a check.
 *
 * @param check its name
 * @param where host or hosts
 * @param found the values
 * @param remedy how to mend the problem; empty if all is well
 */
public record Finding(String check, String where, String found, String remedy) {
    private static final String SEPARATOR = "\t";

    public static Finding well(String check, String where, String found) {
        return new Finding(check, where, found, "");
    }

    public static Finding wrong(String check, String where, String found, String remedy) {
        return new Finding(check, where, found, remedy);
    }

    public boolean isWrong() {
        return !remedy.isEmpty();
    }

    /** One line, which {@link #ofLine} reads. */
    String line() {
        return String.join(SEPARATOR, clean(check), clean(where), clean(found), clean(remedy));
    }

    private static String clean(String text) {
        return text.replaceAll("\\s+", " ");
    }

    static Finding ofLine(String line) {
        String[] parts = line.split(SEPARATOR, -1);
        return new Finding(parts[0], parts[1], parts[2], parts[3]);
    }
}
