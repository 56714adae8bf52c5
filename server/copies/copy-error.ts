/** Why a backup, a restore or a move was not carried out, or not to its end: one line that says what to do. */
export class CopyError extends Error {
  override readonly name = 'CopyError';
}
