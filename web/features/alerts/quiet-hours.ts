const two = (value: number): string => String(value).padStart(2, '0');

/** Formats minutes since midnight as '07:30'. */
export const clockOf = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

/** Parses '07:30' to minutes since midnight; null if the text is not a time. */
export function minuteOf(clock: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(clock) ?? [];
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes);
}
