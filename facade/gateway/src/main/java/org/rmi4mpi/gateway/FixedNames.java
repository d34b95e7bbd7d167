package org.rmi4mpi.gateway;

import java.rmi.Remote;
import java.rmi.registry.Registry;

/** Names that nobody outside changes. */
abstract class FixedNames implements Registry {
    private final Session session;
    private final Audit audit;

    /** @param session whose lookups these are */
    FixedNames(Session session, Audit audit) {
        this.session = session;
        this.audit = audit;
    }

    final Session session() {
        return session;
    }

    @Override
    public final void bind(String name, Remote object) throws Refusals.Refused {
        throw refused("bind", name);
    }

    @Override
    public final void unbind(String name) throws Refusals.Refused {
        throw refused("unbind", name);
    }

    @Override
    public final void rebind(String name, Remote object) throws Refusals.Refused {
        throw refused("rebind", name);
    }

    private Refusals.Refused refused(String what, String name) {
        String text = what + " of " + name + ": the names of a job are not changed from outside";
        audit.refused(session.caller(), text);
        return new Refusals.Refused(text);
    }
}
