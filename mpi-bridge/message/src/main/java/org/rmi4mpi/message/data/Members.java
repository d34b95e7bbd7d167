package org.rmi4mpi.message.data;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * What the bytes of an item are, in the order in which they are sent. The members of a structure follow each other
 * without gaps, as in a message. Those of a pair lie as in memory. Immutable.
 *
 * @param isPair whether it is a pair of a value and an index
 */
record Members(List<Member> list, boolean isPair) {
    /**
     * A number of equal items.
     *
     * @param at displacement of the first one, in bytes
     */
    record Member(int at, int count, Layout.Item item) {
        int bytes() {
            return count * item.wireBytes();
        }
    }

    /** A value and an int after it, as C lays them out. */
    static Members pair(Element value) {
        return new Members(List.of(new Member(0, 1, Layout.Item.of(value)),
                new Member(Math.max(value.size(), Integer.BYTES), 1, Layout.Item.of(Element.INT))), true);
    }

    /** Displacement of the end of the last member. */
    int end() {
        Member last = list.get(list.size() - 1);
        return last.at + last.bytes();
    }

    /**
     * Visits the members of some items in a block of memory.
     *
     * @param step from one item to the next
     */
    void forEachRun(int step, int index, int length, int before, Layout.BlockAction action) {
        for (int done = 0; done < length; done += step) {
            for (Member each : list) {
                int at = done + each.at;
                int run = Math.min(each.bytes(), length - at);
                if (run > 0) {
                    action.block(index + at, run, before + at);
                }
            }
        }
    }

    /** Copies the members of an item, without the gaps. */
    void gather(ByteBuffer item, int from, ByteBuffer members, int to) {
        for (Member each : list) {
            members.put(to, item, from + each.at, each.bytes());
            to += each.bytes();
        }
    }

    /** Copies members to their places in an item. */
    void scatter(ByteBuffer members, int from, ByteBuffer item, int to) {
        for (Member each : list) {
            item.put(to + each.at, members, from, each.bytes());
            from += each.bytes();
        }
    }

    /** The end in memory of the first bytes of a message. */
    int reach(int wireBytes) {
        int end = 0;
        for (Member each : list) {
            int here = Math.min(wireBytes, each.bytes());
            end = here > 0 ? each.at + here : end;
            wireBytes -= here;
        }
        return end;
    }

    /**
     * The number of basic elements in the first bytes of an item's message; -1 where these bytes end within an element.
     */
    int basicsOf(int bytes) {
        int basics = 0;
        for (Member each : list) {
            Layout.Item item = each.item;
            int whole = Math.min(each.count, bytes / item.wireBytes());
            basics += whole * item.basics();
            bytes -= whole * item.wireBytes();
            if (whole < each.count) {
                int rest = bytes == 0 ? 0 : item.members() == null ? -1 : item.members().basicsOf(bytes);
                return rest < 0 ? -1 : basics + rest;
            }
        }
        return basics;
    }

    /** The bytes of an item's first basic elements in a message. */
    int bytesOf(int basics) {
        int bytes = 0;
        for (Member each : list) {
            Layout.Item item = each.item;
            int whole = Math.min(each.count, basics / item.basics());
            bytes += whole * item.wireBytes();
            basics -= whole * item.basics();
            if (whole < each.count) {
                return basics == 0 ? bytes : bytes + item.members().bytesOf(basics);
            }
        }
        return bytes;
    }
}
