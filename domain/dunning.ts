/** A reminder of an unpaid invoice. */
export type DunningLevel = 1 | 2 | 3;

/** Days after the due date at which each level is sent, if the operator sets no others. */
export const DUNNING_DAYS: readonly number[] = [3, 14, 30];

/** Title and text of each level, in the mail and on the screen of receivables. */
export const DUNNING_WORDS: Readonly<Record<DunningLevel, { readonly title: string; readonly text: string }>> = {
  1: {
    title: 'Payment reminder',
    text: 'This invoice is past its due date. Please pay the open amount. If you have already paid, ignore this reminder.',
  },
  2: {
    title: 'Second notice',
    text: 'This invoice is still unpaid. Please pay the open amount within a week, or reply if something is wrong with the invoice.',
  },
  3: {
    title: 'Final notice',
    text: 'This invoice is still unpaid after two reminders. Pay the open amount now. Otherwise your flights may be paused and the debt collected.',
  },
};

/** Reads the days of the levels, such as `3,14,30`. Returns null if they do not increase, or there are not 1 to 3. */
export function readDunningDays(text: string): readonly number[] | null {
  if (text === 'off') return [];
  const days = text.split(',').map((part) => (/^\s*\d{1,3}\s*$/.test(part) ? Number(part) : Number.NaN));
  const areGood = days.length <= 3 && days.every((day, at) => day > (days[at - 1] ?? 0));
  return areGood ? days : null;
}

/**
 * Returns the level to send for an invoice now; null if none. Levels follow one another, even if the first one is sent
 * late: the next one waits for the days between them. `daysLate` and `daysSinceLast` are calendar days in the network's
 * time zone.
 */
export function nextDunningLevel(
  levels: readonly number[],
  {
    daysLate,
    last,
    daysSinceLast,
  }: { readonly daysLate: number; readonly last: number; readonly daysSinceLast: number },
): DunningLevel | null {
  const next = levels[last];
  if (next === undefined || daysLate < next) return null;
  if (last > 0 && daysSinceLast < next - (levels[last - 1] ?? 0)) return null;
  return (last + 1) as DunningLevel;
}
