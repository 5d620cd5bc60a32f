package dev.linden.spark;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.random.Generate;
import dev.linden.testkit.Turn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Library algorithms whose golden files run thousands of jobs, with few iterations on few blocks;
 * all on Spark and in hybrid mode they give the local result. {@link
 * dev.linden.testkit.SparkGoldenTest} runs the others.
 */
class LibraryOnSparkTest {
  /** A part of the tests runs by default, all of them with {@code -Dgolden.spark=all}. */
  private static final int PARTS = 10;

  /** Scripts by name; their result is R. X has 90 rows and four columns in [-1, 1]. */
  private static final Map<String, String> SCRIPTS = new LinkedHashMap<>();

  static {
    String ratings =
        "A = round(5 * abs(X[1:60,] %*% t(X[1:35,]))) * (abs(X[1:60,] %*% t(X[1:35,])) > 0.2)\n";
    String labels = "y = (X[,1] + X[,2] * X[,3] > 0) + 1\nz = y + (X[,4] > 0.3)\n";
    add("als", ratings + "[U, V] = als(X=A, rank=2, maxi=2, verbose=FALSE); R = U %*% V");
    add(
        "alsCG",
        ratings
            + "[U, V] = alsCG(X=A, rank=2, regType=\"wL2\", reg=0.1, maxi=2, verbose=FALSE)\n"
            + "R = U %*% V");
    add(
        "alsDS",
        ratings + "[U, V] = alsDS(X=A, rank=2, reg=0.1, maxi=1, verbose=FALSE); R = U %*% V");
    add(
        "alsPredict, alsTopkPredict",
        ratings
            + "L = A[,1:3]; V = t(A[1:35,1:3]); u = seq(1, 60); I = A > 3\n"
            + "[ids, best] = alsTopkPredict(userIDs=u, I=I, L=L, R=V, K=3)\n"
            + "R = cbind(alsPredict(userIDs=u, I=I, L=L, R=V), ids, best)");
    add("gnmf", "[W, H] = gnmf(X=abs(X), rnk=2, maxi=3, seed=7); R = W %*% H");
    add("pnmf", "[W, H] = pnmf(X=abs(X), rnk=2, maxi=3, verbose=FALSE, seed=7); R = W %*% H");
    add(
        "pca, pcaTransform, pcaInverse",
        "[Z, C, c, s] = pca(X=X, K=2)\n"
            + "R = cbind(abs(pcaTransform(X, C, c, s)), pcaInverse(Z, C, c, s))");
    add("ppca", "[Z, M] = ppca(X=X, K=2, maxi=2, verbose=FALSE); R = abs(Z %*% t(M))");
    add(
        "autoencoder_2layer",
        "[W1, b1, W2, b2, W3, b3, W4, b4, H] = autoencoder_2layer(X=X, num_hidden1=3, "
            + "num_hidden2=2,\n"
            + " max_epochs=1, batch_size=45, W1_rand=X[1:3,], W2_rand=X[4:5,1:3], "
            + "W3_rand=X[6:8,1:2],\n"
            + " W4_rand=X[9:12,1:3], order_rand=X[,1:1])\n"
            + "R = rbind(cbind(W1, b1), matrix(sum(H), 1, 5))");
    for (String form : List.of("linear l2", "sigmoid log_loss", "lrelu l1", "tanh l2")) {
      String[] words = form.split(" ");
      add(
          "ffTrain " + form,
          "m = ffTrain(X=X, Y=X[,1] > 0, epochs=1, batch_size=45, out_activation=\""
              + words[0]
              + "\", loss_fcn=\""
              + words[1]
              + "\", seed=3)\nR = ffPredict(m, X, 50)");
    }
    add(
        "ffTrain softmax cel",
        labels
            + "m = ffTrain(X=X, Y=toOneHot(z, 3), epochs=1, batch_size=45, "
            + "out_activation=\"softmax\",\n"
            + " loss_fcn=\"cel\", seed=3, shuffle=TRUE, "
            + "validation_split=0.2)\nR = ffPredict(m, X)");
    add(
        "glm binomial, glmPredict",
        labels
            + "b = glm(X=X, Y=y, dfam=2, link=2, icpt=1, moi=3, mii=3, verbose=FALSE)\n"
            + "R = cbind(glmPredict(X=X, B=b, intercept=TRUE, dfam=2, link=2, verbose=FALSE), X)");
    add(
        "glm poisson",
        "R = glm(X=X, Y=round(exp(X[,1] + 1)), vpow=1, link=1, lpow=0, moi=3, verbose=FALSE)");
    add(
        "glm gamma",
        "R = glm(X=X, Y=exp(X[,1]), vpow=2, link=1, lpow=0, icpt=2, moi=3, verbose=FALSE)");
    add("glm probit", labels + "R = glm(X=X, Y=y, dfam=2, link=3, moi=3, reg=0.1, verbose=FALSE)");
    add(
        "stepglm",
        labels + "[R, S] = stepglm(X=X[,1:2], Y=y, dfam=2, moi=2, mii=2, verbose=FALSE)");
    add(
        "gaussianClassifier",
        labels
            + "[p, m, L, d] = gaussianClassifier(D=X, C=z, verbose=FALSE); "
            + "second = as.matrix(L[2])\n"
            + "R = cbind(p, m, d, t(colSums(second[,1:3])))");
    add(
        "knn",
        labels + "[N, C, f] = knn(Train=X, Test=X[1:40,] / 2, CL=z, k_value=3); R = cbind(N, C)");
    add(
        "knnbf, knnGraph",
        "R = cbind(knnbf(X=X, T=X[1:90,] / 2, k_value=3), rowSums(knnGraph(X, 4)))");
    add(
        "l2svm, l2svmPredict",
        labels
            + "w = l2svm(X=X, Y=y, intercept=TRUE, maxIterations=3)\n"
            + "[r, p] = l2svmPredict(X, w); R = cbind(r, p)");
    add(
        "msvm, msvmPredict",
        labels
            + "w = msvm(X=X, Y=z, intercept=TRUE, maxIterations=3); [r, p] = msvmPredict(X, w)\n"
            + "R = cbind(r, p)");
    add(
        "multiLogReg, multiLogRegPredict",
        labels
            + "b = multiLogReg(X=X, Y=z, icpt=2, maxi=3, maxii=4, verbose=FALSE)\n"
            + "[M, p, a] = multiLogRegPredict(X, b, z); R = cbind(M, p) + a");
    add(
        "naiveBayes, naiveBayesPredict",
        labels
            + "[p, c] = naiveBayes(D=round(abs(9 * X)), C=z, verbose=FALSE)\n"
            + "[r, R] = naiveBayesPredict(round(abs(9 * X)), p, c); R = cbind(r, R)");
    String tree = "max_depth=3, min_leaf=5, min_split=10, seed=3";
    add(
        "decisionTree, decisionTreePredict",
        labels
            + "k = matrix(\"1 1 1 1 2\", 1, 5)\n"
            + "M = decisionTree(X=X, y=z, ctypes=k, max_features=1, TREE)\n".replace("TREE", tree)
            + "R = decisionTreePredict(X=X, y=z, ctypes=k, M=M)");
    add(
        "randomForest, randomForestPredict",
        labels
            + "k = matrix(\"1 1 1 1 2\", 1, 5)\n"
            + "M = randomForest(X=X, y=z, ctypes=k, num_trees=2, sample_frac=0.7, TREE)\n"
                .replace("TREE", tree)
            + "R = randomForestPredict(X=X, y=z, ctypes=k, M=M)");
    add("arima", "R = arima(X=cumsum(X[,1]), p=1, d=1, max_func_invoc=8)");
    add(
        "arima of means",
        "R = arima(X=X[1:40,1], q=1, include_mean=TRUE, max_func_invoc=6, solver=\"forwardsub\")");
    add("outlierByArima", "R = outlierByArima(X=X[1:40,1] + 3 * (X[1:40,2] > 0.9), p=1, k=2)");
    add("matrixProfile", "[p, i] = matrixProfile(ts=X[1:40,1], window_size=8); R = cbind(p, i)");
    add(
        "mice, miceApply",
        "F = ifelse(X[1:40,] > 0.9, 0/0, round(4 * X[1:40,]) / 4)\n"
            + "[Z, meta, t, dM, b] = mice(X=F, cMask=matrix(\"0 0 0 0\", 1, 4), iter=1, "
            + "threshold=0.5)\n"
            + "R = cbind(Z, miceApply(F, meta, t, dM, b))");
  }

  private static void add(String name, String script) {
    SCRIPTS.put(name, script);
  }

  private static Scripts.Outcome run(String script, Map<String, String> properties) {
    Matrix x = Generate.uniform(90, 4, -1, 1, 1, 11, Workers.serial());
    return Scripts.run(script, Map.of("X", x), List.of("R"), properties);
  }

  @TestFactory
  List<DynamicTest> algorithmsGiveTheLocalResults() {
    Map<String, Map<String, String>> modes =
        Map.of(
            "spark", Map.of("+spark.block-size", "30"),
            "hybrid",
                Map.of(
                    "+spark.block-size", "30",
                    "+exec", "hybrid",
                    "+memory", "3k",
                    "+memory.budget", "256m"));
    List<DynamicTest> tests = new ArrayList<>();
    SCRIPTS.forEach(
        (name, script) ->
            modes.forEach(
                (mode, properties) -> {
                  if (Turn.isChosen(name + " " + mode, PARTS)) {
                    tests.add(
                        DynamicTest.dynamicTest(
                            name + " " + mode, () -> compare(name, script, properties)));
                  }
                }));
    return tests;
  }

  private static void compare(String name, String script, Map<String, String> properties) {
    Scripts.Outcome local = run(script, Map.of("+exec", "local"));
    Scripts.Outcome there = run(script, properties);
    there.assertLike(local, Map.of("R", name));
    assertTrue(there.counters().containsKey("jobs"), name);
  }
}
