import { counted, formFor } from '#domain/counted.ts';
import { findLostRows, findSetAside } from '#event-store/operations.ts';
import { findLostCommits, lostCommitsLine } from '../databases/accounts/lost-commits.ts';
import type { NoticeKind, Notices } from './create-notices.ts';

const ACKNOWLEDGED = { one: 'acknowledged event is', other: 'acknowledged events are' };
const IT = { one: 'it', other: 'them' };
const IT_WAS = { one: 'it was', other: 'they were' };

type Find<Kept> = (dataDir: string) => Kept | null | Promise<Kept | null>;
const telling =
  <Kept>(find: Find<Kept>, line: (kept: Kept) => string) =>
  async (dataDir: string): Promise<string | null> => {
    const kept = await find(dataDir);
    return kept === null ? null : line(kept);
  };

/**
 * Files that record acknowledged data that was lost or is missing from all figures. Each notice is shown as long as its
 * file exists.
 */
const WATCHED: readonly (readonly [kind: NoticeKind, tell: (dataDir: string) => Promise<string | null>])[] = [
  [
    'refused',
    telling(
      findSetAside,
      ({ path, rows }) =>
        `${counted(rows, ACKNOWLEDGED)} not in any figure, because the events store refused ${formFor(rows, IT)}. ` +
        `The file ${path} contains ${formFor(rows, IT)}. Find the cause in the log, then move the file away.`,
    ),
  ],
  [
    'lost',
    telling(
      findLostRows,
      ({ path, rows }) =>
        `${counted(rows, ACKNOWLEDGED)} not in any figure, because ${formFor(rows, IT_WAS)} missing from the journal when the server started. ` +
        `The cause is the disk, or a manual change in the data folder. Check the disk, then move ${path} away.`,
    ),
  ],
  ['changes', telling(findLostCommits, lostCommitsLine)],
];

type LossWatchNeeds = {
  readonly dataDir: string;
  readonly notices: Pick<Notices, 'raise' | 'end'>;
  readonly warn: (line: string) => void;
};

/** Creates a watch that reports lost acknowledged data to the log, and to administrators until the loss is resolved. */
export function createLossWatch({ dataDir, notices, warn }: LossWatchNeeds) {
  const told = new Map<NoticeKind, boolean>();
  return {
    look: async (): Promise<void> => {
      for (const [kind, tell] of WATCHED) {
        const line = await tell(dataDir);
        if (line === null && told.get(kind) !== false) await notices.end(kind);
        if (line !== null) await notices.raise(kind, line);
        if (line !== null && told.get(kind) !== true) warn(line);
        told.set(kind, line !== null);
      }
    },
  };
}
