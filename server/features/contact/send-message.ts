import { v7 as uuid } from 'uuid';
import type { ContactRequest } from '#contract/contact.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { nameKey } from '#domain/name-key.ts';
import { visibleLines, visibleText } from '#domain/plain-text.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import { findAddress, findSendingTimes, insertMessage, lockAccount } from './contact-queries.ts';

/** The most messages of an account within an hour (docs/threat-model.md#i14). */
export const MOST_MESSAGES = 5;

/**
 * Stores a message. A message that fills the hidden field is dropped, with the same response. The count is in the
 * store, so that it survives a restart and covers a second server.
 */
export async function sendMessage(
  dependencies: Pick<Dependencies, 'accounts' | 'now' | 'mail' | 'config'>,
  userId: string,
  { website = '', ...typed }: ContactRequest,
): Promise<void> {
  const { accounts, now } = dependencies;
  const name = visibleText(typed.name);
  const email = visibleText(typed.email);
  const message = visibleLines(typed.message);
  if (message === '') throw new AppError('invalid', 'Write a message first.');
  if (website !== '') return;
  const sentAt = now();
  await accounts.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    const [oldest, ...more] = await findSendingTimes(transaction, userId, sentAt - HOUR_MS);
    if (oldest !== undefined && more.length + 1 >= MOST_MESSAGES) throw tooMany(oldest + HOUR_MS - sentAt);
    await insertMessage(transaction, {
      id: uuid(),
      user_id: userId,
      name,
      email,
      message,
      search_key: nameKey(`${name} ${email} ${message}`),
      sent_at: sentAt,
      read_at: null,
      deleted_at: null,
    });
    await mailToOperator(dependencies, transaction, userId, { name, email, message });
  });
}

/** A copy for the operator. Typed text never appears in a header. A reply goes to the account's own address. */
async function mailToOperator(
  { config, mail }: Pick<Dependencies, 'mail' | 'config'>,
  transaction: AccountsDb,
  userId: string,
  { name, email, message }: ContactRequest,
): Promise<void> {
  if (config.contactEmail === null) return;
  const account = (await findAddress(transaction, userId))?.email ?? '';
  await mail.send(transaction, {
    to: config.contactEmail,
    kind: 'contact',
    subject: 'A message from the contact form',
    content: {
      heading: 'A message from the contact form',
      paragraphs: message.split(/\n{2,}/),
      facts: [
        { label: 'Name', value: name || '–' },
        { label: 'E-mail', value: email || '–' },
        { label: 'Account', value: account },
      ],
      action: { label: 'Open in Voltboard', path: '/admin/messages' },
    },
    replyTo: account,
  });
}

function tooMany(waitMs: number): AppError {
  const minutes = Math.max(1, Math.ceil(waitMs / MINUTE_MS));
  return new AppError(
    'too-many',
    `You have sent ${MOST_MESSAGES} messages within an hour. The next one can go in ${minutes} min; your text stays here.`,
    minutes * 60,
  );
}
