const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });

/** Formats a day without its zone. */
export const dayInWords = (date: string): string => day.format(new Date(`${date}T00:00:00Z`));

/** Describes a report's days: a single day, a range, or all time. */
export function periodWords({ from, to, until }: { from: string | null; to: string | null; until?: string }): string {
  if (from === null || to === null) return 'All time';
  const days = from === to ? dayInWords(from) : `${dayInWords(from)} – ${dayInWords(to)}`;
  return until === undefined ? days : `${days} until ${until}`;
}
