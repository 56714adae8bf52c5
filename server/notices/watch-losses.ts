import { findLostRows } from '../databases/events/lost-rows.ts';
import { findSetAside } from '../databases/events/refused-events.ts';
import type { NoticeKind, Notices } from './create-notices.ts';

type Kept = { readonly path: string; readonly rows: number };

/** What was acknowledged and did not get from the journal into the store; each is said for as long as its file is there. */
const WATCHED: readonly {
  readonly kind: NoticeKind;
  readonly find: (dataDir: string) => Kept | null | Promise<Kept | null>;
  readonly line: (kept: Kept) => string;
}[] = [
  {
    kind: 'refused',
    find: findSetAside,
    line: ({ path, rows }) =>
      `Events that outlets were told are stored are in no figure, because the events store refused them: ${rows}, ` +
      `kept in ${path}. The log says why. Have it looked into, then move the file away.`,
  },
  {
    kind: 'lost',
    find: findLostRows,
    line: ({ path, rows }) =>
      `Events that outlets were told are stored are in no figure, because they were gone from the journal when the server was started: ${rows}. ` +
      `The disk, or whoever changed files in the data folder, has lost them. Have the disk looked at, then move ${path} away.`,
  },
];

/** Tells administrators of events that were taken and are in no figure. */
export function createLossWatch(dataDir: string, notices: Pick<Notices, 'raise' | 'end'>) {
  const told = new Map<NoticeKind, boolean>();
  return {
    look: async (): Promise<void> => {
      for (const { kind, find, line } of WATCHED) {
        const kept = await find(dataDir);
        if (kept === null && told.get(kind) !== false) await notices.end(kind);
        if (kept !== null) await notices.raise(kind, line(kept));
        told.set(kind, kept !== null);
      }
    },
  };
}
