package dev.linden.base;

/**
 * Memory, disk or cluster do not suffice; the message names the need and the limit. Exit code 3.
 */
public class ResourceError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ResourceError(String message) {
    super(message);
  }

  public ResourceError(String message, Throwable cause) {
    super(message, cause);
  }
}
