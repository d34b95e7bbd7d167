package org.rmi4mpi.gateway;

import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import org.rmi4mpi.launch.Options;
import org.rmi4mpi.rmi.OutsideObjects;

/**
 * Leads programs of {@code --rmi} to registries outside, by the gateway.
 *
 * @hidden internal
 */
public final class OutsideService implements OutsideObjects {
    @Override
    public boolean isAllowed() {
        return Options.GATEWAY_OUT.isSet();
    }

    @Override
    public Remote lookup(String host, int port, String name) throws RemoteException, NotBoundException {
        return Gateway.gateway().lookup(host, port, name);
    }

    @Override
    public String[] list(String host, int port) throws RemoteException {
        return Gateway.gateway().list(host, port);
    }
}
