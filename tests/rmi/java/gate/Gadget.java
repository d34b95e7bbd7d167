package gate;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;

/** Does harm when it is read. No signature names it. */
public class Gadget implements Serializable {
    private static final long serialVersionUID = 1L;

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        System.out.println("HARM is done");
    }
}
