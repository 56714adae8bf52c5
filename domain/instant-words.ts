/** By zone: to make one takes longer than all that a document writes with it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * An instant (epoch ms) for whoever reads paper or mails: `Nov 29, 2026, 1:38 AM EST`, by the clocks of a named zone, with its
 * abbreviation there and then.
 */
export function instantWords(instantMs: number, timeZone: string): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, year: 'numeric', month: 'short', day: 'numeric' },
      ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
    });
  formats.set(timeZone, format);
  // Before AM and PM stands a narrow space, which is none of every font's.
  return format.format(instantMs).replace(/\s/g, ' ');
}
