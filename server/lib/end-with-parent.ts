/**
 * Ends this process with `code` when its parent (connected by an IPC channel) is gone, for any reason. The parent may
 * die while the child still loads. That disconnect has no listener yet and Node does not emit it again, so the function
 * also checks `connected`.
 */
export function endWithParent(code: number): void {
  process.once('disconnect', () => process.exit(code));
  if (process.connected === false) process.exit(code);
}
