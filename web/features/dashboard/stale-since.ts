import { formatCount, formatDay } from '../../lib/formatters.ts';

type KeptSinceProps = {
  /** Number of views that are counted but can't be listed. */
  missing: number;
  /** The first day for which individual views are stored; null if all are. */
  since: string | null;
  /** The role's word for views, in lower case. */
  word: string;
};

/** Explains why a list of individual views has fewer rows than its count; null if it doesn't. */
export function staleSinceNote({ missing, since, word }: KeptSinceProps): string | null {
  if (since === null || missing <= 0) return null;
  return `${formatCount(missing)} older ${word}: single ones are kept since ${formatDay(since)} (UTC) only. All figures still count them.`;
}
