import { HOUR_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { countAskedMails } from './registration-queries.ts';

/**
 * Maximum number of mails per hour that strangers can trigger (docs/threat-model.md#a15). Registrations and password
 * resets count separately, so that a flood of one kind cannot block the other kind.
 */
const LIMITS = { perAddress: 3, perSource: 20, inAll: 1_000 } as const;

const TOPICS = {
  registration: ['verify-email', 'already-registered', 'invitation-only', 'invitation-again'],
  password: ['reset-password', 'demo-account'],
} as const;

/** Whether one more mail on the topic may go to the address, for a request from this source. */
export async function mayMail(
  accounts: AccountsDb,
  topic: keyof typeof TOPICS,
  { toKey, askedFrom, now }: { toKey: string; askedFrom: string; now: number },
): Promise<boolean> {
  const counted = { kinds: TOPICS[topic], since: now - HOUR_MS };
  return (
    (await countAskedMails(accounts, { ...counted, toKey })) < LIMITS.perAddress &&
    (await countAskedMails(accounts, { ...counted, askedFrom })) < LIMITS.perSource &&
    (await countAskedMails(accounts, counted)) < LIMITS.inAll
  );
}
