package dev.linden.lang.check;

import static dev.linden.lang.check.Scripts.check;
import static dev.linden.lang.check.Scripts.problem;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops that must be accepted and loops that must be rejected, from the definition. */
class ParforDependenciesTest {
  private static final String FUNCTIONS =
      """
      f = function(int x) return (int y, int z) { y = x; z = x }
      g = function(matrix[double] X) return (double y) { y = sum(X) }
      h = function(matrix[double] X) return (matrix[double] Y) { Y = X + 1 }
      """;
  private static final String BEFORE =
      "n = sum(matrix(1,2,2)); m = as.integer(n); R = matrix(0,40,40); s = 0; t = 0\n"
          + "L = list(0,0,0,0); A = matrix(1,as.integer(n),as.integer(n))\n";
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
        "parfor(i in 1:4) { R[2*i,1] = as.scalar(R[2*i+1,1]) }",
        "parfor(i in 1:4) { R[2*i,1] = 1; R[4*i+1,1] = 2 }",
        "parfor(i in 1:4) { R[i,1] = as.scalar(R[2*i+8,1]) }",
        "parfor(i in 1:m) { R[i,1] = as.scalar(R[i+m,1]) }",
        "parfor(i in 1:m) { R[i,1] = as.scalar(R[2*m,1]) }",
        "parfor(i in 1:4) { for(j in i:40) { R[i,j] = j } }",
        "parfor(i in 1:m) { for(j in i:m) { R[i,j] = 1; R[j,i] = 1 } }",
        "parfor(i in 1:m) { for(j in (i+1):m) { for(k in 1:j) { R[k,i] = j } } }",
        "for(k in 1:m) { parfor(j in (k+1):m) { R[j,] = R[j,] - R[k,] } }",
        "parfor(i in 4:1) { R[i,1] = i }",
        "parfor(i in seq(4,1,-1)) { R[i,i] = 1 }",
        "parfor(i in seq(1,7,3)) { R[i:(i+2),1] = matrix(1,3,1) }",
        "parfor(i in 1:4) { R[(10*i-9):(10*i),] = R[(10*i-9):(10*i),] + 1 }",
        "parfor(i in 1:4) { R[i,1:20] = R[i,21:40] }",
        "parfor(i in 1:4) { R[1:20,i] = R[21:40,i+1] }",
        "parfor(i in 1:4) { k = 0; while (k < i) { R[i,k+1] = k; k = k + 1 } }",
        "parfor(i in 1:4) { [a, b] = f(i); R[i,1] = a; R[i,2] = b }",
        "parfor(i in 1:4) { R[i,1] = g(R[i,]) }",
        "parfor(i in 1:4) { L[i] = i }",
        "parfor(i in 1:(m-1)) { parfor(j in (i+1):m) { R[i,j] = i*j } }",
        "parfor(i in 1:4) { for(j in 1:2) { for(k in 1:5) { R[10*i+5*j+k-15,1] = k } } }",
        "parfor(i in 1:m) { R[m-i+1,1] = i }",
        "parfor(i in 1:m) { R[3*i-2,1] = as.scalar(R[3*i,1]) + as.scalar(R[3*i-1,1]) }",
        "parfor(i in 1:4) { R += matrix(i,40,40); A += matrix(1,2,2) }",
        "parfor(i in 1:4) { A = matrix(i,2,2); R[i,1] = sum(A) }",
        "parfor(i in 1:nrow(A)) { R[i,] = R[i,] * 2 }",
        "parfor(i in 1:nrow(A)) { R[i,1] = as.scalar(R[i+nrow(A),1]) }",
        "parfor(i in 1:m, check=0) { R[i*i,1] = 1 }",
        "parfor(i in 1:4) { R[-i+5,1] = 1 }",
        "parfor(i in 1:4) { R[i,as.integer(n)] = 1 }",
        "parfor(i in 1:4, check=0) { s = s + i; R[1,1] = 1 }",
        "parfor(i in 1:4, check=0, par=8, mode=LOCAL, taskpartitioner=FACTORING,"
            + " resultmerge=LOCAL_MEM, tasksize=2, datapartitioner=NONE, opt=CONSTRAINED,"
            + " log=DEBUG, profile=1) { s = i }",
        "for(i in 1:4) { s = s + i; R[1,1] = i }",
      })
  void independent(String loop) {
    check(FUNCTIONS + BEFORE + loop + AFTER);
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
        "parfor(i in 1:4) { R[2*i,1] = 1; R[3*i,1] = 2 }",
        "parfor(i in 1:m) { R[i,1] = as.scalar(R[2*i+8,1]) }",
        "parfor(i in 1:m) { R[i,1] = as.scalar(R[i+m-1,1]) }",
        "parfor(i in 1:m) { R[i,1] = as.scalar(R[m,1]) }",
        "parfor(i in seq(1,7,2)) { R[i:(i+2),1] = matrix(1,3,1) }",
        "parfor(i in 1:m) { for(j in i:m) { R[j,1] = 1 } }",
        "parfor(i in 1:m) { for(j in 1:m) { R[i,j] = 1; R[j,i] = 2 } }",
        "for(k in 1:m) { parfor(j in k:m) { R[j,] = R[j,] - R[k,] } }",
        "parfor(i in 1:4) { R[i,] = R[5-i,] }",
        "parfor(i in 1:4) { R[,1] = matrix(i,40,1) }",
        "parfor(i in 1:4) { R[i:40,1] = matrix(i,41-i,1) }",
        "parfor(i in 1:4) { R[1:i,1] = matrix(i,i,1) }",
        "parfor(i in 1:4) { L[1] = i }",
        "parfor(i in 1:4) { R = h(R) }",
        "parfor(i in 1:4) { R[as.scalar(A[1,1]) + 0*i,1] = 1 }",
        "parfor(i in 1:4) { R[i %/% 2 + 1,1] = 1 }",
        "parfor(i in 1:4) { R[i/2+1,1] = i }",
        "parfor(i in 1:4) { A = A %*% A; R[i,1] = sum(A) }",
        "parfor(i in 1:4) { R[i,1] = 1; print(toString(R)) }",
        "parfor(i in 1:4) { for(j in seq(1,9,2)) { R[8*i+j,1] = j } }",
        "parfor(i in 1:4) { R[i,1] = i; R[5,1] = 0 }",
        "parfor(i in 1:4) { for(j in 1:4) { k = j; R[k,k] = 1 } }",
        "parfor(i in 1:m) { R[m-i,1] = 1; R[n-i,1] = 1 }",
        "parfor(i in 1:4) { A[1,1] = i; R[i,1] = as.scalar(A[1,1]) }",
        "parfor(i in 1:4) { R[i,1] = as.scalar(R[i-1+m,1]) }",
        "parfor(i in 1:4) { for(i in 1:2) { R[i,1] = 1 } }",
      })
  void dependent(String loop) {
    String problem = problem(FUNCTIONS + BEFORE + loop + AFTER);
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
  void namesBothPlaces() {
    String problem =
        problem(
            "R = matrix(0,9,1)\n"
                + "parfor(i in 1:3) {\n"
                + "  R[i,1] = 1\n"
                + "  R[i+1,1] = 2\n"
                + "}\n"
                + "print(sum(R))");
    assertTrue(problem.startsWith("4:3 "), problem);
    assertTrue(problem.contains("write cells of R that another one writes at 3:3"), problem);
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
