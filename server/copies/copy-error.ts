/** A failed backup, restore or move. The message is one line that says what to do. */
export class CopyError extends Error {
  override readonly name = 'CopyError';
}
