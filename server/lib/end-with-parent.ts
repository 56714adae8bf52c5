/**
 * Ends this process with `code` as soon as the one that started it (with a channel between them) is gone, however that
 * ended. A parent may die while its child still loads: that disconnection has no listener yet and is not told again.
 */
export function endWithParent(code: number): void {
  process.once('disconnect', () => process.exit(code));
  if (process.connected === false) process.exit(code);
}
