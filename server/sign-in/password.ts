import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../http/app-error.ts';
import { createSemaphore } from '../lib/semaphore.ts';
import { singleFlight } from '../lib/single-flight.ts';

/** argon2id with 19 MiB and two passes (docs/threat-model.md#a13). Each hash contains its parameters. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Allows two concurrent hashes and fifty waiting ones. Further logins get 503, so that logins can't keep both cores
 * busy (docs/threat-model.md#a7).
 */
const semaphore = createSemaphore({ atOnce: 2, waiting: 50 });
const tooMany = () => new AppError('unavailable', 'Too many people are signing in. Try again in a moment.', 2);

/**
 * The hash of a password that no account has. A login for an unknown account is compared with this hash, so that the
 * response takes the same time.
 */
const dummyHash = singleFlight('unless it fails', () => hash('no account has this password', PARAMETERS));

const normal = (password: string): string => password.normalize('NFC');

/** Returns the hash to store. */
export const hashPassword = (password: string): Promise<string> =>
  semaphore.run(() => hash(normal(password), PARAMETERS), tooMany);

/** Returns whether the password matches the stored hash. Without a hash, it takes the same time and returns false. */
export async function checkPassword(password: string, stored: string | null): Promise<boolean> {
  const dummy = dummyHash();
  const compared = stored ?? (await dummy);
  const fits = await semaphore.run(() => verify(compared, normal(password)), tooMany);
  return fits && stored !== null;
}

/** Returns whether the hash has outdated parameters. If so, the next login replaces it. */
export const needsNewHash = (stored: string): boolean =>
  !stored.startsWith(`$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`);
