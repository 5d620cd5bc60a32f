package dev.linden.lang.check;

import static dev.linden.lang.check.Scripts.check;
import static dev.linden.lang.check.Scripts.problem;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParforDependenciesTest {
  private static final String BEFORE =
      "n = sum(matrix(1,2,2)); R = matrix(0,40,40); s = 0; t = 0\n";
  private static final String AFTER = "\nprint(sum(R) + s)";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "parfor(i in 1:4) { R[i,] = R[i,] + 1 }",
        "parfor(i in 1:4) { R[2*i+1,1] = as.scalar(R[2*i+2,1]) }",
        "parfor(i in 1:4) { R[i,i] = 1 }",
        "parfor(i in 1:4) { R[n-i,1] = 1 }",
        "parfor(i in 1:4) { R[(2*i-1):(2*i),1] = matrix(i,2,1) }",
        "parfor(i in 1:4) { R[i:i,] = R[i,] * 2 }",
        "parfor(i in 1:4) { R[i,1] = 1; R[i,2] = as.scalar(R[i,1]) }",
        "parfor(i in 1:4) { R[1,i] = as.scalar(R[2,i+1]) }",
        "parfor(i in 1:4) { R[i+4,1] = as.scalar(R[i,1]) }",
        "parfor(i in seq(1,9,2)) { R[i+1,1] = as.scalar(R[i,1]) }",
        "parfor(i in 1:4) { for(j in 1:10) { R[10*(i-1)+j,1] = j } }",
        "parfor(i in 1:4) { parfor(j in 1:4) { R[i,j] = 1 } }",
        "parfor(i in 1:4) { R[i,1] = nrow(R) }",
        "parfor(i in 1:4) { t = i; R[i,1] = t }",
        "parfor(i in 1:4) { x = i; y = x + n; R[i,1] = y }",
        "parfor(i in 1:4) { if (n > i) { R[i,1] = 1 } else { R[i,1] = 2 } }",
        "parfor(i in 1:4) { R += matrix(i,40,40) }",
        "parfor(i in 1:1) { R[1,1] = i }",
        "parfor(i in 1:4, check=0) { s = s + i; R[1,1] = 1 }",
        "parfor(i in 1:4, check=0, par=8, mode=LOCAL, taskpartitioner=FACTORING, resultmerge=LOCAL_MEM,"
            + " tasksize=2, datapartitioner=NONE, opt=CONSTRAINED, log=DEBUG, profile=1) { s = i }",
        "for(i in 1:4) { s = s + i; R[1,1] = i }",
      })
  void independent(String loop) {
    check(BEFORE + loop + AFTER);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "parfor(i in 1:4) { s = i }",
        "parfor(i in 1:4) { s += i }",
        "parfor(i in 1:4) { if (i > 2) { s = i } }",
        "parfor(i in 1:4) { t = t + i }",
        "parfor(i in 1:4) { [s, x] = f(i) }",
        "parfor(i in 1:4) { for (s in 1:2) { x = s } }",
        "parfor(i in 1:4) { R = matrix(i,40,40) }",
        "parfor(i in 1:4) { R[1,1] = i }",
        "parfor(i in 1:4) { R[n,1] = i }",
        "parfor(i in 1:4) { R[i*i,1] = i }",
        "parfor(i in 1:4) { R[0*i+1,1] = i }",
        "parfor(i in 1:4) { k = i; R[k,1] = i }",
        "parfor(i in 1:4) { i = 3; R[i,1] = i }",
        "parfor(i in 1:4) { R[,] = matrix(i,40,40) }",
        "parfor(i in 1:4) { R[i:(i+1),1] = matrix(i,2,1) }",
        "parfor(i in 1:4) { R[i,1] = as.scalar(R[i+1,1]) }",
        "parfor(i in 1:4) { R[i,1] = as.scalar(R[2*i,1]) }",
        "parfor(i in 1:4) { R[i,1] = 1; R[i+1,1] = 2 }",
        "parfor(i in 1:4) { R[i,1] = sum(R) }",
        "parfor(i in 1:4) { for(j in 1:11) { R[10*(i-1)+j,1] = j } }",
        "parfor(i in 1:4) { for(j in 1:n) { R[10*(i-1)+j,1] = j } }",
        "parfor(i in 1:4) { for(j in 1:4) { R[j,1] = j } }",
        "parfor(i in 1:4) { R += matrix(i,40,40); x = R[1,1] }",
        "for(i in 1:4) { parfor(j in 1:4) { R[i,1] = j } }",
        "parfor(i in 1:4) { parfor(j in 1:4) { R[i,1] = j } }",
      })
  void dependent(String loop) {
    String f = "f = function(int x) return (int y, int z) { y = x; z = x }\n";
    String problem = problem(f + BEFORE + loop + AFTER);
    assertTrue(problem.contains("iterations of parfor depend on each other"), problem);
  }

  @Test
  void namesTheVariableAndThePlace() {
    String problem = problem("s = 0\nparfor(i in 1:3) {\n  s = s + i\n}\nprint(s)");
    assertTrue(problem.startsWith("3:3 "), problem);
    assertTrue(problem.contains(": s has a value before the loop"), problem);
    assertTrue(problem.contains("check=0"), problem);
  }

  @Test
  void options() {
    assertTrue(problem("parfor(i in 1:3, chekc=0) { x = i }").endsWith("(did you mean check?)"));
    assertTrue(
        problem("parfor(i in 1:3, check=2) { x = i }")
            .contains("must be one of 0, 1, but it is 2"));
    assertTrue(
        problem("parfor(i in 1:3, mode=LOCALL) { x = i }").endsWith("(did you mean LOCAL?)"));
    assertTrue(problem("parfor(i in 1:3, par=0) { x = i }").contains("must be a positive integer"));
    assertTrue(
        problem("K = 2; parfor(i in 1:3, par=K) { x = i }").contains("must be a positive integer"));
    assertTrue(problem("parfor(i in 1:3, par=$p) { x = i }").contains("$p is not given"));
    assertTrue(problem("parfor(i in 1:3, par=1, par=2) { x = i }").contains("given twice"));
    assertTrue(
        problem("parfor(i in 1:3) { if (i > 1) assert(i == 1) }")
            .contains("assert is not allowed"));
  }
}
