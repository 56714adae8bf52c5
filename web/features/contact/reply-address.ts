import type { ContactMessage } from '#contract/contact.ts';
import { emailKey } from '#domain/email.ts';

/** Longer texts do not fit into a new mail of a mail program. */
const MOST_QUOTED = 1_500;

/**
 * The `mailto:` address of a reply that quotes the message. It goes to the typed address if that is valid, else to the
 * account's. Everything is encoded, so that typed text cannot become another header.
 */
export function replyAddress({ name, email, account, message }: ContactMessage): string {
  const to = emailKey(email) ?? account;
  const quoted = message
    .slice(0, MOST_QUOTED)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\r\n');
  const greeting = name === '' ? 'Hello,' : `Hello ${name},`;
  const body = `${greeting}\r\n\r\n\r\n\r\n${quoted}`;
  return `mailto:${encodeURIComponent(to)}?subject=${encodeURIComponent('Your message to Voltboard')}&body=${encodeURIComponent(body)}`;
}
