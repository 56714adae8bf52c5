/** A failed command. The message is one line, or one line per finding, and says what to do. The exit code is 1. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
}
