import { cleanBody } from './clean-body.ts';
import type { Writing } from './inbox-address.ts';
import type { Attachment, Message } from './sample-mailbox.ts';

/** The parts of a letter being written. */
export type Letter = {
  readonly to: string;
  readonly theme: string;
  readonly content: string;
  readonly attachments: readonly Attachment[];
};

const BLANK: Letter = { to: '', theme: '', content: '', attachments: [] };

const prefixed = (prefix: string, theme: string): string =>
  theme.toLowerCase().startsWith(prefix.toLowerCase()) ? theme : `${prefix} ${theme}`;

/** Returns a body's sanitized HTML, for quoting it. */
function quotable(html: string): string {
  const place = document.createElement('div');
  place.append(cleanBody(html).fragment);
  return place.innerHTML;
}

/** Escapes text for HTML. */
function escaped(text: string): string {
  const place = document.createElement('div');
  place.textContent = text;
  return place.innerHTML;
}

/** Returns the initial content of a new letter, a reply or a forwarded letter. */
export function composeStart(writing: Writing, original: Message | undefined): Letter {
  if (writing === 'new' || original === undefined) return BLANK;
  const { from, fromEmail, to, theme, date, content, sent, attachments } = original;
  if (writing === 'reply')
    return {
      ...BLANK,
      to: sent ? to : `${from} <${fromEmail}>`,
      theme: prefixed('Re:', theme),
      content: `<p></p><p>${escaped(`${from} wrote (${date}):`)}</p><blockquote>${quotable(content)}</blockquote>`,
    };
  const head = [`From: ${from} <${fromEmail}>`, `Date: ${date}`, `Subject: ${theme}`, `To: ${to}`].map(escaped);
  return {
    to: '',
    theme: prefixed('Fwd:', theme),
    content: `<p></p><p>Forwarded message</p><p>${head.join('<br>')}</p>${quotable(content)}`,
    attachments,
  };
}

/** Returns a draft's content, to continue it. */
export const letterOf = ({ to, theme, content, attachments }: Message): Letter => ({
  to,
  theme,
  content: quotable(content),
  attachments,
});
