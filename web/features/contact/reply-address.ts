import type { ContactMessage } from '#contract/contact.ts';
import { emailKey } from '#domain/email.ts';

/** A mail program puts no more than this into a new mail. */
const MOST_QUOTED = 1_500;

/**
 * The `mailto:` of an answer, with what was written quoted below. To the typed address if it is one, else to the
 * account's; everything is encoded, so that nothing typed becomes another header.
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
