package bank;

import java.rmi.Remote;
import java.rmi.RemoteException;

public interface Teller extends Remote {
    Account open(String owner) throws RemoteException;

    void transfer(Account from, Account to, long amount) throws RemoteException, OverdrawnException;
}
