import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { deleteNotice, findNotices, type NoticeRow, storeNotice } from './notices-queries.ts';

/** What a notice can be about; whoever raises a new kind adds it here. */
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
 * What administrators must know about the installation until it is put right, shown above all their screens. Kept in the
 * accounts store, so that several processes say the same, also after a restart.
 */
export type Notices = {
  /** Says it from now on; once more only changes the text. Never fails. */
  raise(kind: NoticeKind, text: string): Promise<void>;
  /** It is put right; nothing happens if it was not said. Never fails. */
  end(kind: NoticeKind): Promise<void>;
  /** The oldest first. */
  list(): Promise<Notice[]>;
};

type NoticesNeed = { readonly accounts: AccountsDb; readonly now: () => number };

export function createNotices({ accounts, now }: NoticesNeed): Notices {
  // What a full or absent store did not take is said by this process alone: that may be what the notice is about.
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
