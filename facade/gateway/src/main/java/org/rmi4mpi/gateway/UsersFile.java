package org.rmi4mpi.gateway;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A file of users: a line has a name, a space, and a password or token. Credentials are both, with a colon between. A line that
 * begins with # is a comment. As with JMX, nobody but its owner may read the file. Immutable.
 */
final class UsersFile implements Authenticator {
    private final Map<String, byte[]> secrets = new LinkedHashMap<>();

    private UsersFile() {}

    /** @throws IllegalArgumentException if the file cannot be used */
    static UsersFile read(Path file) {
        UsersFile users = new UsersFile();
        try {
            Set<PosixFilePermission> open = Files.getPosixFilePermissions(file);
            open.removeAll(Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));
            if (!open.isEmpty()) {
                throw new IllegalArgumentException("the file of users " + file + " has the permissions " + open
                        + ": nobody but you may read it (chmod 600 " + file + ")");
            }
            for (String line : Files.readAllLines(file)) {
                String text = line.strip();
                if (!text.isEmpty() && !text.startsWith("#")) {
                    String[] words = text.split("\\s+");
                    if (words.length != 2 || words[0].contains(":")) {
                        throw new IllegalArgumentException("the file of users " + file
                                + " has a line that is not: NAME PASSWORD");
                    }
                    users.secrets.put(words[0], words[1].getBytes(StandardCharsets.UTF_8));
                }
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("the file of users cannot be read: " + e, e);
        }
        return users;
    }

    /** Compares all secrets, so that the time tells nothing. */
    @Override
    public String userOf(String credentials) {
        byte[] given = credentials.getBytes(StandardCharsets.UTF_8);
        String found = null;
        for (Map.Entry<String, byte[]> each : secrets.entrySet()) {
            byte[] named = (each.getKey() + ":" + new String(each.getValue(), StandardCharsets.UTF_8))
                    .getBytes(StandardCharsets.UTF_8);
            if (MessageDigest.isEqual(given, named)) {
                found = each.getKey();
            }
        }
        return found;
    }
}
