import { HOUR_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { countAskedMails } from './registration-queries.ts';

/**
 * Mails in an hour that strangers can make us send (docs/threat-model.md#a15). Registering and asking for a password are counted apart,
 * so that a flood of one cannot shut out who needs the other.
 */
const LIMITS = { perAddress: 3, perSource: 20, inAll: 1_000 } as const;

const TOPICS = {
  registration: ['verify-email', 'already-registered', 'invitation-only', 'invitation-again'],
  password: ['reset-password', 'demo-account'],
} as const;

/** Whether one more mail of the topic may be sent to the address, asked for from there. */
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
