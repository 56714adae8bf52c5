import { textOfBody } from './clean-body.ts';
import { type Folder, isIn, type Label, type Message } from './sample-mailbox.ts';

export const MESSAGES_A_PAGE = 10;

export type Wanted = { readonly folder: Folder; readonly label: Label | null; readonly q: string };

// Cached as long as the message object lives, because each change creates a new object.
const texts = new WeakMap<Message, string>();

/** Returns a message's text, for the search and the line in the list. */
export function textOf(message: Message): string {
  const known = texts.get(message);
  if (known !== undefined) return known;
  const text = textOfBody(message.content);
  texts.set(message, text);
  return text;
}

/**
 * Returns the messages in a folder and quick view whose content, sender or subject contains the text, ignoring case.
 */
export function findMessages(messages: readonly Message[], { folder, label, q }: Wanted): readonly Message[] {
  const searched = q.trim().toLowerCase();
  return messages.filter(
    (message) =>
      isIn(folder, message) &&
      (label === null || message.label === label) &&
      (searched === '' || [message.from, message.theme, textOf(message)].some(has(searched))),
  );
}

const has =
  (searched: string) =>
  (text: string): boolean =>
    text.toLowerCase().includes(searched);

/** Returns one page of the results. A page number beyond the last selects the last page. */
export function pageOf(found: readonly Message[], wanted: number) {
  const pages = Math.max(1, Math.ceil(found.length / MESSAGES_A_PAGE));
  const page = Math.min(wanted, pages);
  const from = (page - 1) * MESSAGES_A_PAGE;
  return { page, pages, shown: found.slice(from, from + MESSAGES_A_PAGE) };
}
