package org.rmi4mpi.gateway;

import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * The only name where users log in: {@code login}. The object of that name is a registry, and so is what its lookup returns for
 * credentials: every client has the interface of a registry. Thread-safe.
 */
final class LoginNames extends FixedNames {
    private static final String LOGIN = "login";
    /** How long a wrong guess takes. */
    private static final long GUESS_NS = 200_000_000;

    private final Authenticator users;
    private final Crossing crossing;
    private final Map<String, Remote> published;
    private final Credentials login;
    private boolean isExported;

    LoginNames(Authenticator users, Crossing crossing, Map<String, Remote> published) {
        super(new Session(Caller.NOBODY), crossing.audit());
        this.users = users;
        this.crossing = crossing;
        this.published = published;
        login = new Credentials();
    }

    @Override
    public synchronized Remote lookup(String name) throws RemoteException, NotBoundException {
        if (!name.equals(LOGIN)) {
            crossing.audit().refused(session().caller(), "lookup of " + name + " without a login");
            throw new NotBoundException(name + ": log in first, by lookup(\"" + LOGIN + "\")");
        }
        if (!isExported) {
            crossing.exportNames(login);
            isExported = true;
        }
        return login;
    }

    @Override
    public String[] list() {
        return new String[] {LOGIN};
    }

    /** Has a name for each credentials: the names that this user finds. */
    private final class Credentials extends FixedNames {
        Credentials() {
            super(LoginNames.this.session(), crossing.audit());
        }

        @Override
        public Remote lookup(String credentials) throws RemoteException {
            String user = users.userOf(credentials);
            if (user == null) {
                crossing.audit().refused(session().caller(), "a login with credentials that are not valid");
                LockSupport.parkNanos(GUESS_NS);
                throw new Refusals.Refused("the credentials are not valid");
            }
            Session session = new Session(user);
            crossing.audit().login(session.caller());
            Remote names = new PublishedNames(session, crossing, published);
            crossing.exportNames(names);
            return names;
        }

        @Override
        public String[] list() {
            return new String[0];
        }
    }
}
