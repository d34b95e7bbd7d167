package org.rmi4mpi.share;

import java.util.ArrayList;
import java.util.List;
import java.util.jar.Manifest;

/**
 * The jars of rank 0's class path that this rank lacks. Immutable.
 *
 * @param all those that were broadcast
 * @param isLacking whether this rank lacks any
 * @param isWhole whether it has been given all that it lacks
 */
record Jars(List<Jar> all, boolean isLacking, boolean isWhole) {
    static final Jars NONE = new Jars(List.of(), false, false);

    /** A file of a jar. */
    record File(byte[] bytes, String place, Manifest manifest) {}

    /** Length of all jars. */
    long bytes() {
        return all.stream().mapToLong(Jar::length).sum();
    }

    /** The first file of this name; null for none. */
    File find(String name) {
        for (Jar jar : all) {
            byte[] bytes = jar.find(name);
            if (bytes != null) {
                return new File(bytes, jar.url(), jar.manifest());
            }
        }
        return null;
    }

    /** The files of this name of all jars. */
    List<File> all(String name) {
        List<File> found = new ArrayList<>();
        for (Jar jar : all) {
            byte[] bytes = jar.find(name);
            if (bytes != null) {
                found.add(new File(bytes, jar.url(), jar.manifest()));
            }
        }
        return found;
    }
}
