/**
 * Exits with `code` when this process's parent (connected by an IPC channel) is gone, for any reason. The parent may
 * die while the child is still loading. Node emits `disconnect` even before there is a listener and does not repeat it,
 * so this function also checks `connected`.
 */
export function endWithParent(code: number): void {
  process.once('disconnect', () => process.exit(code));
  if (process.connected === false) process.exit(code);
}
