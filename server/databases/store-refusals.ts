const CODES =
  /^(SQLITE_(BUSY|FULL|LOCKED)\w*|ECONN(REFUSED|RESET)|ENOSPC|ETIMEDOUT|40001|40P01|53\d{3}|55P03|57014|57P0[1-4]|08\d{3})$/;

/**
 * Returns whether the store is unreachable, full, or so busy that its own time limits end a statement. The same call
 * may succeed later.
 */
export function isStoreSilent(error: unknown): boolean {
  const { name, code } = error as { name?: unknown; code?: unknown };
  return name === 'EventsUnavailableError' || CODES.test(String(code));
}

/** Returns whether the store's guards rejected the call because an import is being stored, which takes seconds. */
export function isHeldByImport(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return String(code) === 'VB409' || String(message).includes('an import that is being stored holds this');
}

export const HELD_BY_IMPORT = 'This is locked by a file import. Try again in a moment.';
