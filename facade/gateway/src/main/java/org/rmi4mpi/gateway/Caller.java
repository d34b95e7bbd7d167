package org.rmi4mpi.gateway;

/**
 * Who calls from outside.
 *
 * @param user the name of its login, or of its certificate; {@link #NOBODY} without either
 * @param address where its connection comes from, as host:port; empty if the call comes by none
 */
public record Caller(String user, String address) {
    /** The user of connections that have not logged in. */
    public static final String NOBODY = "-";
    /** The name of {@link #user} in the metadata of a call, which interceptors and methods of ranks see. */
    public static final String USER_KEY = "gateway.user";
    /** The name of {@link #address} there. */
    public static final String ADDRESS_KEY = "gateway.address";

    @Override
    public String toString() {
        return user.equals(NOBODY) ? address : user + " at " + address;
    }
}
