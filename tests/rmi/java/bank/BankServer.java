package bank;

import java.rmi.AlreadyBoundException;
import java.rmi.RMISecurityManager;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.Map;
import java.util.TreeMap;

/** Makes its own registry, and is a remote object by its superclass. */
public class BankServer extends UnicastRemoteObject implements Bank {
    private static final long serialVersionUID = 1L;

    private final Map<String, AccountObject> accounts = new TreeMap<>();
    private int left;

    static class AccountObject extends UnicastRemoteObject implements Account {
        private static final long serialVersionUID = 1L;

        private final String owner;
        private long balance;

        AccountObject(String owner) throws RemoteException {
            super(0);
            this.owner = owner;
        }

        public String owner() {
            return owner;
        }

        public synchronized long balance() {
            return balance;
        }

        public synchronized void deposit(long amount) {
            balance += amount;
        }

        public synchronized void withdraw(long amount) throws OverdrawnException {
            if (amount > balance) {
                throw new OverdrawnException(amount - balance);
            }
            balance -= amount;
        }
    }

    BankServer() throws RemoteException {
        super();
    }

    public synchronized Account open(String owner) throws RemoteException {
        AccountObject account = accounts.get(owner);
        if (account == null) {
            account = new AccountObject(owner);
            accounts.put(owner, account);
        }
        return account;
    }

    public void transfer(Account from, Account to, long amount) throws RemoteException, OverdrawnException {
        from.withdraw(amount);
        to.deposit(amount);
    }

    public synchronized Map<String, Long> statement() {
        Map<String, Long> balances = new TreeMap<>();
        accounts.forEach((owner, account) -> balances.put(owner, account.balance()));
        return balances;
    }

    public synchronized void leave() {
        left++;
        notifyAll();
    }

    public synchronized void awaitClosing(int customers) throws InterruptedException {
        while (left < customers) {
            wait();
        }
    }

    public static void main(String[] args) throws RemoteException, AlreadyBoundException {
        if (System.getSecurityManager() == null) {
            System.setSecurityManager(new RMISecurityManager());
        }
        int port = args.length > 0 ? Integer.parseInt(args[0]) : Registry.REGISTRY_PORT;
        Registry registry = LocateRegistry.createRegistry(port);
        registry.bind("Bank", new BankServer());
        System.out.println("bank open");
    }
}
