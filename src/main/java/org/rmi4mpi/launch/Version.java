package org.rmi4mpi.launch;

/** Prints the version of rmi4mpi. */
public final class Version {
    private Version() {}

    public static void main(String[] args) {
        String version = Version.class.getPackage().getImplementationVersion();
        System.out.println(version == null ? "(unpacked classes)" : version);
    }
}
