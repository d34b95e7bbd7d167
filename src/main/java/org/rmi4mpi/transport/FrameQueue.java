package org.rmi4mpi.transport;

import java.util.function.Predicate;

/**
 * A queue of frames, linked through the frames themselves. Adding a frame therefore needs no memory. Not synchronized.
 */
public final class FrameQueue {
    private Frame first;
    private Frame last;
    private int size;

    public boolean isEmpty() {
        return first == null;
    }

    public int size() {
        return size;
    }

    public void addLast(Frame frame) {
        if (last == null) {
            first = frame;
        } else {
            last.next = frame;
        }
        last = frame;
        size++;
    }

    public void addFirst(Frame frame) {
        frame.next = first;
        first = frame;
        if (last == null) {
            last = frame;
        }
        size++;
    }

    /** Returns the first frame, or null if the queue is empty. */
    public Frame peek() {
        return first;
    }

    /** Removes and returns the first frame, or null if the queue is empty. */
    public Frame poll() {
        Frame taken = first;
        if (taken != null) {
            first = taken.next;
            taken.next = null;
            size--;
            if (first == null) {
                last = null;
            }
        }
        return taken;
    }

    /** Moves all frames of another queue to the front of this one. */
    public void addAllFirst(FrameQueue others) {
        if (others.first == null) {
            return;
        }
        others.last.next = first;
        first = others.first;
        if (last == null) {
            last = others.last;
        }
        size += others.size;
        others.first = null;
        others.last = null;
        others.size = 0;
    }

    public boolean anyMatch(Predicate<Frame> condition) {
        for (Frame frame = first; frame != null; frame = frame.next) {
            if (condition.test(frame)) {
                return true;
            }
        }
        return false;
    }
}
