/** Formats, cached by time zone. Creating a format takes longer than all formatting in a document. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats a timestamp (epoch ms) for documents and mails: `Nov 29, 2026, 1:38 AM EST`. The time zone is named, and its
 * abbreviation is the one in use at that time.
 */
export function instantWords(instantMs: number, timeZone: string): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    });
  formats.set(timeZone, format);
  // `Intl` puts a narrow space before AM and PM, which some fonts lack.
  return format.format(instantMs).replace(/\s/g, ' ');
}
