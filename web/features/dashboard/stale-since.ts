import { counted, type Noun } from '#domain/counted.ts';
import { formatDay } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { staleSinceStrings as strings } from './dashboard-strings.ts';

type KeptSinceProps = {
  /** Number of views that are counted but can't be listed. */
  missing: number;
  /** The first day for which individual views are stored; null if all are. */
  since: string | null;
  /** The role's word for views. */
  noun: Noun;
};

/** Explains why a list of individual views has fewer rows than its count; null if it doesn't. */
export function staleSinceNote({ missing, since, noun }: KeptSinceProps): string | null {
  if (since === null || missing <= 0) return null;
  return interpolate(strings.note, { missing: counted(missing, noun), nouns: noun.other, since: formatDay(since) });
}
