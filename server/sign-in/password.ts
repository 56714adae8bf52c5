import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../http/app-error.ts';
import { sharedWork } from '../lib/shared-work.ts';
import { createTurnstile } from '../lib/turnstile.ts';

/** argon2id with 19 MiB, two passes (docs/threat-model.md#a13); the parameters stand in each hash. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Two hashes at once and fifty waiting; beyond that 503, so that logins cannot keep both cores busy (docs/threat-model.md#a7). */
const turnstile = createTurnstile({ atOnce: 2, waiting: 50 });
const tooMany = () => new AppError('unavailable', 'Too many logins at once. Try again in a moment.', 2);

/** Of a password that nobody has: what a login for an unknown account is compared with, so that it takes as long. */
const dummyHash = sharedWork('unless it fails', () => hash('no account has this password', PARAMETERS));

const normal = (password: string): string => password.normalize('NFC');

/** The hash to store. */
export const hashPassword = (password: string): Promise<string> =>
  turnstile.run(() => hash(normal(password), PARAMETERS), tooMany);

/** Whether the password fits the stored hash; without a hash it takes the same time and is false. */
export async function checkPassword(password: string, stored: string | null): Promise<boolean> {
  const dummy = dummyHash();
  const compared = stored ?? (await dummy);
  const fits = await turnstile.run(() => verify(compared, normal(password)), tooMany);
  return fits && stored !== null;
}

/** Whether the hash was made with other parameters than today's: then the next login stores it anew. */
export const needsNewHash = (stored: string): boolean =>
  !stored.startsWith(`$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`);
