package org.rmi4mpi.tests.serial;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** Makes graphs of objects of many kinds, with shared references and cycles. */
final class RandomGraph {
    static class Plain implements Serializable {
        int number;
        Object any;
        Plain plain;
        String text;
    }

    static class Below extends Plain {
        double twofold;
        Object more;
        transient int left = 5;
    }

    static class Hooked extends Plain {
        transient Object byHand;
        boolean truth;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeInt(number);
            out.defaultWriteObject();
            out.writeObject(byHand);
            out.writeUTF("mark");
            out.writeObject("left unread");
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.readInt();
            in.defaultReadObject();
            byHand = in.readObject();
            in.readUTF();
        }
    }

    static class BelowHooked extends Hooked {
        long big;
        Object last;
    }

    public static class External implements Externalizable {
        Object any;
        byte[] raw = {};

        public External() {}

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(raw.length);
            out.write(raw);
            out.writeObject(any);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
            raw = ((ObjectInputStream) in).readNBytes(in.readInt()); // reserves nothing for what has not come
            any = in.readObject();
        }
    }

    record Pair(Object first, int number, Object second) implements Serializable {}

    private final Random random;
    private final List<Object> made = new ArrayList<>();
    private int budget;

    RandomGraph(Random random) {
        this.random = random;
    }

    Object create(int objects) {
        budget = objects;
        Object[] roots = new Object[1 + random.nextInt(4)];
        made.add(roots);
        for (int i = 0; i < roots.length; i++) {
            roots[i] = any(0);
        }
        return roots;
    }

    private Object any(int depth) {
        if (random.nextInt(5) == 0 && !made.isEmpty()) {
            return made.get(random.nextInt(made.size()));
        }
        if (budget-- <= 0 || depth > 30) {
            return random.nextBoolean() ? null : random.nextInt(9);
        }
        return random.nextInt(3) == 0 ? leaf() : branch(depth + 1);
    }

    private <T> T known(T object) {
        made.add(object);
        return object;
    }

    private Object leaf() {
        int length = random.nextInt(20) == 0 ? random.nextInt(3000) : random.nextInt(12);
        return known(switch (random.nextInt(14)) {
            case 0 -> random.nextInt();
            case 1 -> random.nextLong();
            case 2 -> random.nextDouble();
            case 3 -> text(length);
            case 4 -> TimeUnit.values()[random.nextInt(7)];
            case 5 -> random.ints(length).toArray();
            case 6 -> random.doubles(length).toArray();
            case 7 -> random.longs(length).toArray();
            case 8 -> new UUID(random.nextLong(), random.nextLong());
            case 9 -> Duration.ofNanos(random.nextLong());
            case 10 -> text(length).toCharArray();
            case 11 -> Arrays.asList(random.nextInt(), "x");
            case 12 -> Plain[].class;
            default -> new boolean[length];
        });
    }

    private String text(int length) {
        int range = random.nextBoolean() ? 0x80 : random.nextBoolean() ? 0x100 : 0x10000;
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append((char) random.nextInt(range));
        }
        return text.toString();
    }

    private Object branch(int depth) {
        switch (random.nextInt(9)) {
            case 0:
                return fill(new Plain(), depth);
            case 1:
                Below below = fill(new Below(), depth);
                below.twofold = random.nextDouble();
                below.more = any(depth);
                return below;
            case 2:
                Hooked hooked = fill(new Hooked(), depth);
                hooked.byHand = any(depth);
                hooked.truth = true;
                return hooked;
            case 3:
                BelowHooked lowest = fill(new BelowHooked(), depth);
                lowest.big = random.nextLong();
                lowest.byHand = any(depth);
                lowest.last = any(depth);
                return lowest;
            case 4:
                External external = known(new External());
                external.raw = new byte[random.nextInt(300)];
                external.any = any(depth);
                return external;
            case 5:
                return known(new Pair(any(depth), random.nextInt(), any(depth)));
            case 6:
                List<Object> list = known(random.nextBoolean() ? new ArrayList<>() : new LinkedList<>());
                for (int i = random.nextInt(8); i > 0; i--) {
                    list.add(any(depth));
                }
                return list;
            case 7:
                LinkedHashMap<Object, Object> map = known(new LinkedHashMap<>());
                for (int i = random.nextInt(6); i > 0; i--) {
                    map.put("key " + random.nextInt(), any(depth));
                }
                return map;
            default:
                Object[] array = known(new Object[random.nextInt(8)]);
                for (int i = 0; i < array.length; i++) {
                    array[i] = any(depth);
                }
                return array;
        }
    }

    private <P extends Plain> P fill(P plain, int depth) {
        made.add(plain);
        plain.number = random.nextInt();
        plain.any = any(depth);
        plain.plain = random.nextInt(3) == 0 && budget > 0 ? fill(new Plain(), depth + 5) : null;
        plain.text = random.nextBoolean() ? text(5) : null;
        return plain;
    }
}
