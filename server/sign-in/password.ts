import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../http/app-error.ts';

/** argon2id with 19 MiB, two passes (docs/threat-model.md#a13); the parameters stand in each hash. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const AT_ONCE = 2;
const MOST_WAITING = 50;

/** A password that nobody has: what a login for an unknown account is compared with, so that it takes as long. */
let dummyHash: Promise<string> | undefined;

let running = 0;
const waiting: (() => void)[] = [];

/** Two hashes at once and fifty waiting; beyond that 503, so that logins cannot keep both cores busy (docs/threat-model.md#a7). */
async function inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING)
      throw new AppError('unavailable', 'Too many logins at once. Try again in a moment.', 2);
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

const normal = (password: string): string => password.normalize('NFC');

/** The hash to store. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(normal(password), PARAMETERS));

/** Whether the password fits the stored hash; without a hash it takes the same time and is false. */
export async function checkPassword(password: string, stored: string | null): Promise<boolean> {
  dummyHash ??= hash('no account has this password', PARAMETERS);
  const compared = stored ?? (await dummyHash);
  const fits = await inTurn(() => verify(compared, normal(password)));
  return fits && stored !== null;
}

/** Whether the hash was made with other parameters than today's: then the next login stores it anew. */
export const needsNewHash = (stored: string): boolean =>
  !stored.startsWith(`$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`);
