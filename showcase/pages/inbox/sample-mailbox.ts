/**
 * A message's file. Files chosen in the browser have their own bytes; the sample's files are drawings
 * (`attached-files.ts`).
 */
export type Attachment = {
  readonly id: number;
  /** URL of the file's picture; empty if there is none. */
  readonly photo: string;
  readonly photoName: string;
  /** Its formatted size. */
  readonly weight: string;
  readonly file: Blob;
};

export const LABELS = ['work', 'private', 'saved'] as const;
export type Label = (typeof LABELS)[number];

/** A mail (docs/specification.md#entities). This page adds the fields after `attachments`. */
export type Message = {
  readonly id: number;
  readonly starred: boolean;
  readonly from: string;
  readonly fromEmail: string;
  readonly to: string;
  readonly theme: string;
  /** A time, or `Mon DD`. */
  readonly date: string;
  readonly unreaded: boolean;
  readonly draft: boolean;
  readonly sent: boolean;
  readonly deleted: boolean;
  /** Raw HTML. Sanitize it before showing it (clean-body.ts). */
  readonly content: string;
  readonly attachments: readonly Attachment[];
  readonly label: Label | null;
  /** The folder to which the message was moved from the inbox without being deleted; null if it was not moved. */
  readonly away: 'archive' | 'spam' | null;
};

export const FOLDERS = ['inbox', 'starred', 'sent', 'draft', 'trash', 'archive', 'spam'] as const;
export type Folder = (typeof FOLDERS)[number];

/**
 * Whether a message is in a folder. The inbox has every message that was not moved away; the other folders have the
 * messages with the folder's flag (docs/sample-pages.md#inbox).
 */
export function isIn(folder: Folder, { starred, sent, draft, deleted, away }: Message): boolean {
  if (folder === 'trash' || deleted) return folder === 'trash' && deleted;
  if (folder === 'archive' || folder === 'spam' || away !== null) return folder === away;
  return { inbox: true, starred, sent, draft }[folder];
}

export type Counts = {
  readonly inbox: number;
  readonly draft: number;
  readonly archive: number;
  readonly spam: number;
};

/** Returns the numbers for the badges: unread messages in the inbox, drafts, and moved messages. */
export function countsOf(messages: readonly Message[]): Counts {
  const count = (folder: Folder): number => messages.filter((message) => isIn(folder, message)).length;
  return {
    inbox: messages.filter((message) => message.unreaded && isIn('inbox', message)).length,
    draft: count('draft'),
    archive: count('archive'),
    spam: count('spam'),
  };
}

/** A message before an action, and the id of the next message in the list. */
type Touched = { readonly message: Message; readonly nextId: number | null };

export type Mailbox = {
  readonly messages: readonly Message[];
  /** The next new message's id. Ids are never reused, even after a permanent deletion. */
  readonly freeId: number;
  /** The last action's text and the messages that it changed; null if there is none. */
  readonly done: { readonly words: string; readonly touched: readonly Touched[] } | null;
};

/** Creates a mailbox with these messages. */
export const mailboxOf = (messages: readonly Message[]): Mailbox => ({
  messages,
  freeId: Math.max(0, ...messages.map(({ id }) => id)) + 1,
  done: null,
});

export type Move = 'trash' | 'archive' | 'spam' | 'inbox' | 'gone';

export type MailAct =
  | { readonly kind: 'star'; readonly id: number }
  | { readonly kind: 'mark'; readonly ids: readonly number[]; readonly unreaded: boolean }
  | { readonly kind: 'move'; readonly ids: readonly number[]; readonly to: Move }
  /** Stores a draft's current state. Adds the draft the first time. */
  | { readonly kind: 'write'; readonly message: Message }
  | { readonly kind: 'send'; readonly message: Message }
  | { readonly kind: 'say'; readonly words: string }
  | { readonly kind: 'undo' }
  | { readonly kind: 'dismiss' };

const PLACES: Readonly<Record<Move, string>> = {
  trash: 'moved to Trash',
  archive: 'archived',
  spam: 'marked as spam',
  inbox: 'moved to the inbox',
  gone: 'deleted for good',
};

function wordsOf(count: number, to: Move, isDraft: boolean): string {
  if (isDraft && to === 'gone') return 'Draft discarded';
  return `${count === 1 ? 'Message' : `${count} messages`} ${PLACES[to]}`;
}

function movedTo(message: Message, to: Exclude<Move, 'gone'>): Message {
  if (to === 'trash') return { ...message, deleted: true };
  return { ...message, deleted: false, away: to === 'inbox' ? null : to };
}

/** Replaces a message, or adds a new message at the top. */
function put(messages: readonly Message[], message: Message): readonly Message[] {
  const isThere = messages.some(({ id }) => id === message.id);
  return isThere ? messages.map((old) => (old.id === message.id ? message : old)) : [message, ...messages];
}

const touchedBy = (messages: readonly Message[], ids: readonly number[]): readonly Touched[] =>
  messages.flatMap((message, index) =>
    ids.includes(message.id) ? [{ message, nextId: messages[index + 1]?.id ?? null }] : [],
  );

/** Returns a message's flags, which undo restores. */
const placeOf = ({ draft, sent, deleted, away }: Message) => ({ draft, sent, deleted, away });

/** Reverts an action on the messages that it changed. Keeps later changes to these and other messages. */
function restored(messages: readonly Message[], touched: readonly Touched[]): readonly Message[] {
  const list = [...messages];
  // Restores from the end, so that the message after each restored message is already in the list.
  for (const { message, nextId } of touched.toReversed()) {
    const now = list.findIndex(({ id }) => id === message.id);
    const next = list.findIndex(({ id }) => id === nextId);
    if (now !== -1) list[now] = { ...message, ...list[now], ...placeOf(message) };
    else list.splice(next === -1 ? list.length : next, 0, message);
  }
  return list;
}

/** Stores a letter in the list and reserves its id. */
const written = (mailbox: Mailbox, message: Message): Mailbox => ({
  ...mailbox,
  messages: put(mailbox.messages, message),
  freeId: Math.max(mailbox.freeId, message.id + 1),
});

/** Returns the mailbox after an action (a reducer). */
export function actOn(mailbox: Mailbox, act: MailAct): Mailbox {
  const { messages, done } = mailbox;
  const change = (ids: readonly number[], by: (message: Message) => Message): Mailbox => ({
    ...mailbox,
    messages: messages.map((message) => (ids.includes(message.id) ? by(message) : message)),
  });
  switch (act.kind) {
    case 'star':
      return change([act.id], (message) => ({ ...message, starred: !message.starred }));
    case 'mark':
      return change(act.ids, (message) => ({ ...message, unreaded: act.unreaded }));
    case 'move': {
      const { ids, to } = act;
      const touched = touchedBy(messages, ids);
      const isDraft = touched[0]?.message.draft === true && !touched[0].message.deleted;
      const moved =
        to === 'gone'
          ? { ...mailbox, messages: messages.filter(({ id }) => !ids.includes(id)) }
          : change(ids, (message) => movedTo(message, to));
      return { ...moved, done: { words: wordsOf(ids.length, to, isDraft), touched } };
    }
    case 'write':
      return written(mailbox, act.message);
    case 'send': {
      // After undo, the letter is a draft again, with its latest text.
      const draft = written(mailbox, { ...act.message, draft: true, sent: false });
      const touched = touchedBy(draft.messages, [act.message.id]);
      return { ...written(draft, act.message), done: { words: 'Message sent', touched } };
    }
    case 'say':
      return { ...mailbox, done: { words: act.words, touched: [] } };
    case 'undo':
      return { ...mailbox, messages: restored(messages, done?.touched ?? []), done: null };
    case 'dismiss':
      return { ...mailbox, done: null };
  }
}
