package org.rmi4mpi.tests.tasks;

import jpvm.jpvmEnvironment;
import jpvm.jpvmException;

/** Two tasks that wait for each other. */
final class Standing {
    private Standing() {}

    public static void main(String[] args) throws jpvmException {
        jpvmEnvironment jpvm = new jpvmEnvironment();
        if (jpvm.pvm_parent() == null) {
            Expect.spawn(jpvm, Standing.class, 1);
        }
        jpvm.pvm_recv();
    }
}
