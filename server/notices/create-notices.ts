import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { deleteNotice, findNotices, type NoticeRow, storeNotice } from './notices-queries.ts';

/** The subjects of notices. Code that raises a new kind adds it here. */
export type NoticeKind =
  | 'proxy'
  | 'disk'
  | 'figures'
  | 'events'
  | 'plain-http'
  | 'visitors'
  | 'ledger'
  | 'months'
  | 'refused'
  | 'lost'
  | 'changes'
  | 'unsigned-views'
  | 'clock'
  | 'replicas';

export type Notice = { readonly kind: string; readonly text: string; readonly sinceMs: number };

/**
 * Problems with the installation that administrators must see until they are fixed. All administrators' screens show
 * them at the top. They are stored in the accounts store, so that all processes show the same problems, even after a
 * restart.
 */
export type Notices = {
  /** Shows the notice until `end` is called. A repeated call only changes the text. Never rejects. */
  raise(kind: NoticeKind, text: string): Promise<void>;
  /** Removes the notice, if there is one. Never rejects. */
  end(kind: NoticeKind): Promise<void>;
  /** Returns the notices, oldest first. */
  list(): Promise<Notice[]>;
};

type NoticesNeed = { readonly accounts: AccountsDb; readonly now: () => number };

export function createNotices({ accounts, now }: NoticesNeed): Notices {
  // If the store is full or unavailable, it rejects the notice, and only this process shows it. The notice may report
  // that very problem.
  const unsaved = new Map<string, NoticeRow>();
  const ended = new Set<string>();
  return {
    raise: async (kind, text) => {
      ended.delete(kind);
      const row = { kind, text, since_at: unsaved.get(kind)?.since_at ?? now() };
      try {
        await storeNotice(accounts, row);
        unsaved.delete(kind);
      } catch {
        unsaved.set(kind, row);
      }
    },
    end: async (kind) => {
      unsaved.delete(kind);
      await deleteNotice(accounts, kind).then(
        () => ended.delete(kind),
        () => ended.add(kind),
      );
    },
    list: async () => {
      for (const kind of ended) await deleteNotice(accounts, kind).then(() => ended.delete(kind));
      const stored = await findNotices(accounts);
      const rows = [...stored.filter(({ kind }) => !unsaved.has(kind)), ...unsaved.values()];
      return rows
        .map(({ kind, text, since_at }) => ({ kind, text, sinceMs: since_at }))
        .sort((one, other) => one.sinceMs - other.sinceMs);
    },
  };
}
