package fat;

import fat.Service.Kind;
import fat.Service.Result;
import launcher.Maker;

public class MakerObject implements Maker {
    @Override
    public Object make(String text) {
        return new Result(text, Kind.FIRST);
    }
}
