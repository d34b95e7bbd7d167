package org.rmi4mpi.bench.call;

import java.rmi.RemoteException;

/**
 * The methods that are called, by the names of their rows. Each has loops of its own, so that a loop is compiled for
 * one kind of call alone.
 */
enum Kernel {
    PING("void ping()") {
        @Override
        Batch batch(Object object) {
            return (service, times) -> {
                for (int i = 0; i < times; i++) {
                    service.ping();
                }
            };
        }
    },
    PING_INTS("void ping(int int)") {
        @Override
        Batch batch(Object object) {
            return (service, times) -> {
                for (int i = 0; i < times; i++) {
                    service.ping(i, 2);
                }
            };
        }
    },
    PING_INTS_FLOATS("void ping(int int float float)") {
        @Override
        Batch batch(Object object) {
            return (service, times) -> {
                for (int i = 0; i < times; i++) {
                    service.ping(i, 2, 3f, 4f);
                }
            };
        }
    },
    PING_BYTE("void ping(byte)") {
        @Override
        Batch batch(Object object) {
            return (service, times) -> {
                for (int i = 0; i < times; i++) {
                    service.ping((byte) i);
                }
            };
        }
    },
    PING_CHAR("void ping(char)") {
        @Override
        Batch batch(Object object) {
            return (service, times) -> {
                for (int i = 0; i < times; i++) {
                    service.ping((char) i);
                }
            };
        }
    },
    PING_INT("void ping(int)") {
        @Override
        Batch batch(Object object) {
            return (service, times) -> {
                for (int i = 0; i < times; i++) {
                    service.ping(i);
                }
            };
        }
    },
    PING_FLOAT("void ping(float)") {
        @Override
        Batch batch(Object object) {
            return (service, times) -> {
                for (int i = 0; i < times; i++) {
                    service.ping(i * 0.5f);
                }
            };
        }
    },
    PING_DOUBLE("void ping(double)") {
        @Override
        Batch batch(Object object) {
            return (service, times) -> {
                for (int i = 0; i < times; i++) {
                    service.ping(i * 0.5);
                }
            };
        }
    },
    TAKE("void ping(%s)") {
        @Override
        Batch batch(Object object) {
            return (service, times) -> {
                for (int i = 0; i < times; i++) {
                    service.take(object);
                }
            };
        }
    },
    ECHO("Object ping(%s)") {
        @Override
        Batch batch(Object object) {
            return (service, times) -> {
                for (int i = 0; i < times; i++) {
                    service.ping(object);
                }
            };
        }
    },
    PINGPONG_TAKE("void pingpong(%s)") {
        @Override
        Batch batch(Object object) {
            return (service, times) -> {
                for (int i = 0; i < times; i++) {
                    service.pingpongTake(object);
                }
            };
        }
    },
    PINGPONG("Object pingpong(%s)") {
        @Override
        Batch batch(Object object) {
            return (service, times) -> {
                for (int i = 0; i < times; i++) {
                    service.pingpong(object);
                }
            };
        }
    };

    /** Makes a number of calls of one kind. */
    interface Batch {
        void run(Service service, int times) throws RemoteException;
    }

    private final String pattern;

    Kernel(String pattern) {
        this.pattern = pattern;
    }

    /** @param object what is passed; kernels without an object do not look at it */
    abstract Batch batch(Object object);

    boolean takesObject() {
        return pattern.contains("%s");
    }

    /** Whether the server calls back before it returns. */
    boolean callsBack() {
        return this == PINGPONG || this == PINGPONG_TAKE;
    }

    boolean returnsObject() {
        return this == ECHO || this == PINGPONG;
    }

    /** @param graph name of the object; not used by kernels without one */
    String rowName(String graph) {
        return String.format(pattern, graph);
    }
}
