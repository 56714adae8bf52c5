/** Why a command failed: one line (or one per finding) that says what to do. Exit code 1. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
}
