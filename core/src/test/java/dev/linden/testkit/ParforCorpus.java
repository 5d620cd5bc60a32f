package dev.linden.testkit;

import java.util.List;

/**
 * Loops that must give what they give in sequence, however they run. {@code @} stands for the
 * options of the outermost loop; the result is R.
 */
public final class ParforCorpus {
  private static final List<String> LOOPS =
      List.of(
          // by row, column, cell and range; initially empty and not
          "R = matrix(0,20,3); parfor(i in 1:20@) { R[i,] = matrix(i,1,3) * t(seq(1,3)) }",
          "R = matrix(0,3,20); parfor(i in 1:20@) { R[,i] = seq(1,3) * i }",
          "R = matrix(7,20,2); parfor(i in 1:17@) { R[i,2] = i }",
          "R = seq(1,20) %*% matrix(1,1,4); parfor(i in 1:5@) { R[(4*i-3):(4*i),2:3] = matrix(0,4,2) }",
          "R = matrix(-1,9,9); parfor(i in 1:9@) { parfor(j in 1:9) { R[i,j] = R[i,j] * j + i } }",
          "R = matrix(0,9,9); parfor(i in 1:8@) { parfor(j in (i+1):9) { R[i,j] = i * 10 + j } }",
          "R = matrix(0,9,9); parfor(i in 1:9@) { for(j in i:9) { R[i,j] = i + j; R[j,i] = i + j } }",
          // a written 0, NaN and -0 are changes
          "R = matrix(3,8,1); parfor(i in 1:6@) { R[i,1] = ifelse(i == 2, 0, ifelse(i == 4, 0/0, i)) }",
          // sparse, initially empty and not
          "R = matrix(0,3000,40); parfor(i in 1:30@) { R[100*i,i] = i }",
          "R = rand(rows=3000,cols=40,sparsity=0.01,seed=4); parfor(i in 1:30@) { R[100*i,1:5] = matrix(i,1,5) }",
          "R = rand(rows=3000,cols=40,sparsity=0.01,seed=4); parfor(i in 1:10@) { R[(300*i-299):(300*i),] = matrix(i,300,40) }",
          // columns of a partitioned matrix
          "X = rand(rows=3000,cols=60,seed=2); R = matrix(0,60,2); parfor(i in 1:60@) { x = X[,i]; R[i,1] = sum(x * seq(1,3000))\n"
              + "for(j in 1:4) { R[i,2] = as.scalar(R[i,2]) + sum(X[,j] * x) } }",
          // blocks of rows and of columns, the last one shorter, and overlapping ones
          "X = rand(rows=60,cols=9,seed=6); R = matrix(0,60,2); parfor(i in 1:12@) { x = X[((i-1)*5+1):(i*5),]\n"
              + "R[(5*i-4):(5*i),1] = rowSums(x); R[(5*i-4):(5*i),2] = x[,2] * nrow(X) }",
          "X = rand(rows=9,cols=58,seed=7); R = matrix(0,3,20); b = 3; parfor(i in 1:20@) {\n"
              + "x = X[,((i-1)*b+1):min(i*b, ncol(X))]; R[1,i] = sum(x); R[2,i] = ncol(x); R[3,i] = ncol(X) }",
          "X = rand(rows=30,cols=9,sparsity=0.2,seed=8); R = matrix(0,20,1); parfor(i in 1:20@) { R[i,1] = sum(X[i:(i+4),] != 0) }",
          // accumulation
          "R = matrix(1,3,2); parfor(i in 1:20@) { R += matrix(i,3,2) }",
          "R = matrix(1,3,2); S = matrix(0,20,1); parfor(i in 1:20@) { R = R + matrix(0-i,3,2); S[i,1] = i }",
          "R = matrix(0,5,5); parfor(i in 1:5@) { parfor(j in 1:4) { R += matrix(i*j,5,5) } }",
          // functions, branches, loops, strings, lists
          "f = function(matrix[double] X, int k) return (double s) { s = 0; for(j in 1:k) { s = s + sum(X) * j } }\n"
              + "X = matrix(1,5,5); R = matrix(0,12,1); parfor(i in 1:12@) { R[i,1] = f(X * i, i) }",
          "g = function(int n) return (int s) { if (n < 1) { s = 0 } else { s = n + g(n-1) } }\n"
              + "R = matrix(0,6,1); parfor(i in 1:6@) { R[i,1] = g(20*i) }",
          "h = function(matrix[double] X) return (matrix[double] Y) { Y = matrix(0,nrow(X),1)\n"
              + "parfor(j in 1:nrow(X)) { Y[j,1] = sum(X[j,]) } }\n"
              + "X = seq(1,10) %*% t(seq(1,4)); R = matrix(0,10,4); parfor(i in 1:4@) { R[,i] = h(X[,1:i]) }",
          "R = matrix(2,12,1); parfor(i in 1:12@) { if (i %% 3 == 0) { R[i,1] = i } else { k = 0; while(k < i) { k = k + 2; R[i,1] = k } } }",
          "L = list(1,matrix(1,2,2),\"a\",0); parfor(i in 1:4@) { L[i] = matrix(i,1,2) }\n"
              + "R = as.matrix(L[1]) + as.matrix(L[2]) * 10 + as.matrix(L[3]) * 100 + as.matrix(L[4]) * 1000",
          "R = matrix(0,10,1); x = 5; parfor(i in 1:10@) { if (i > 3) { y = i } \n if (i > 3) { R[i,1] = y + x } }",
          "R = matrix(0,10,1); t = 5; parfor(i in 1:10@) { t = i * 2; R[i,1] = t }",
          // other headers
          "R = matrix(0,20,1); parfor(i in seq(19,1,-2)@) { R[i,1] = i }",
          "R = matrix(0,20,1); n = sum(R); parfor(i in 3:n@) { R[i+1,1] = i }",
          "R = matrix(1,2,2); parfor(i in 1:3, check=0@) { R = R + 1; R[1,1] = i }",
          "R = matrix(0,4,4); s = 0; parfor(i in 1:4, check=0@) { s = s + i; R[i,1] = s }",
          // operators with kernels on several threads, in place and recycled
          "X = rand(rows=300,cols=200,seed=3); R = matrix(0,6,1); parfor(i in 1:6@) {\n"
              + "Y = X * i; Y = Y + 1; Z = t(Y) %*% Y; R[i,1] = round(sum(Z) * 1000) / 1000 }",
          "D = rand(rows=500,cols=7,seed=1); R = matrix(0,7,7); parfor(i in 1:6@) { x = D[,i]; sx = sqrt(moment(x,2))\n"
              + "parfor(j in (i+1):7) { y = D[,j]; R[i,j] = cov(x,y) / (sx * sqrt(moment(y,2))) } }");

  private ParforCorpus() {}

  public static List<String> loops() {
    return LOOPS;
  }
}
