/** Why a backup, restore or move failed: one line that says what to do. */
export class CopyError extends Error {
  override readonly name = 'CopyError';
}
