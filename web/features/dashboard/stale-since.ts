import { formatCount, formatDay } from '../../lib/formatters.ts';

type KeptSinceProps = {
  /** Views that are counted and cannot be listed. */
  missing: number;
  /** The day from which on single ones are kept; null where all are. */
  since: string | null;
  /** What the reader's role calls them, in small letters. */
  word: string;
};

/** Why a list of single views ends before the count is reached; nothing where it does not. */
export function staleSinceNote({ missing, since, word }: KeptSinceProps): string | null {
  if (since === null || missing <= 0) return null;
  return `${formatCount(missing)} older ${word}: single ones are kept since ${formatDay(since)} (UTC) only. All figures still count them.`;
}
