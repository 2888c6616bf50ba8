import java.util.List;

/** Run with: java -ea -cp classes AgentTest */
public class AgentTest {
    public static void main(String[] args) {
        List<String> legal = List.of("a", "b", "c");
        for (int i = 0; i < 20; i++) {
            assert legal.contains(new Agent().choose("startpos", legal, "movetime 1000"));
        }
        System.out.println("ok: the answer is a legal move");
    }
}
