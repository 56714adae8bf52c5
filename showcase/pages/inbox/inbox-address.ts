import { FOLDERS, type Folder, LABELS, type Label } from './sample-mailbox.ts';

export const WRITINGS = ['new', 'reply', 'forward'] as const;
export type Writing = (typeof WRITINGS)[number];

/** The mail page's state, which is stored in the URL. */
export type InboxPlace = {
  readonly folder: Folder;
  readonly label: Label | null;
  readonly q: string;
  readonly page: number;
  /** The open message, or the message being answered. */
  readonly message: number | null;
  readonly compose: Writing | null;
};

const oneOf = <Value extends string>(values: readonly Value[], text: unknown): Value | null =>
  values.find((value) => value === text) ?? null;
const numberOf = (text: unknown): number | null =>
  typeof text === 'string' && /^\d{1,6}$/.test(text) ? Number(text) : null;

/** Reads the query string. Drops unknown values. */
export function inboxPlaceOf(search: Readonly<Record<string, unknown>>): InboxPlace {
  const { folder, label, q, page, message, compose } = search;
  return {
    folder: oneOf(FOLDERS, folder) ?? 'inbox',
    label: oneOf(LABELS, label),
    q: typeof q === 'string' ? q.slice(0, 200) : '',
    page: Math.max(1, numberOf(page) ?? 1),
    message: numberOf(message),
    compose: oneOf(WRITINGS, compose),
  };
}

/** Returns the query string's parameters. Defaults are left out. */
export function searchOfPlace({ folder, label, q, page, message, compose }: InboxPlace): Record<string, string> {
  return {
    ...(folder === 'inbox' ? {} : { folder }),
    ...(label === null ? {} : { label }),
    ...(q === '' ? {} : { q }),
    ...(page === 1 ? {} : { page: String(page) }),
    ...(message === null ? {} : { message: String(message) }),
    ...(compose === null ? {} : { compose }),
  };
}
