/** '99.86%', never rounded up to a hundred: that says that nothing was missed. */
export function formatUptime(uptime: number | null): string {
  if (uptime === null) return '–';
  return `${(Math.floor(uptime * 10_000) / 100).toFixed(uptime === 1 || uptime === 0 ? 0 : 2)}%`;
}
