import { formatCount, formatDay } from '../../lib/formatters.ts';

type KeptSinceProps = {
  /** Views that are counted but cannot be listed. */
  missing: number;
  /** The first day for which single views are kept; null if all are. */
  since: string | null;
  /** The role's word for views, in lower case. */
  word: string;
};

/** Explains why a list of single views ends before its count; null if it does not. */
export function staleSinceNote({ missing, since, word }: KeptSinceProps): string | null {
  if (since === null || missing <= 0) return null;
  return `${formatCount(missing)} older ${word}: single ones are kept since ${formatDay(since)} (UTC) only. All figures still count them.`;
}
