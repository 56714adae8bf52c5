import { DAY_MS } from '#domain/durations.ts';
import { KEY_PURPOSES, type KeyPurpose, PURPOSE_NAMES } from '../keys/key-purposes.ts';
import { findPurposeKeys } from '../keys/purpose-keys-queries.ts';
import { rotatePurposeKey } from '../keys/rotate-purpose-key.ts';
import { rotatePlayKey } from '../plays/play-keys.ts';
import { COMMAND_LINE } from './admin-audit.ts';
import type { AdminContext } from './admin-context.ts';
import { AdminError } from './admin-error.ts';

const instant = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;
const isPurpose = (name: string): name is KeyPurpose => PURPOSE_NAMES.some((known) => known === name);

/** Creates the next key for a purpose. Without a purpose, lists the keys. */
export async function rotateSecret(
  context: AdminContext,
  purpose: string | undefined,
  { revoke = false }: { readonly revoke?: boolean },
): Promise<void> {
  if (purpose === undefined) return listPurposes(context);
  if (!isPurpose(purpose))
    throw new AdminError(`There is no key for '${purpose}'. Use one of ${PURPOSE_NAMES.join(', ')}.`);
  const { use, protects, acceptedForMs } = KEY_PURPOSES[purpose];
  if (revoke && use === 'encrypts')
    throw new AdminError(
      `The keys for ${purpose} encrypt data, which would be lost without the old key. Omit --revoke.`,
    );
  const { accounts, config, now, print } = context;
  try {
    config.keys.current(purpose);
  } catch (error) {
    throw new AdminError(`${(error as Error).message} Run the command with the server's environment.`);
  }
  const fromMs = await rotatePurposeKey({
    ...context,
    keys: config.keys,
    purpose,
    author: COMMAND_LINE,
    revokes: revoke,
  });
  // The play-signing key has its own table, where it is encrypted with the key for this purpose.
  if (purpose === 'plays') await rotatePlayKey({ accounts, config, now, author: COMMAND_LINE });
  print(`All processes use a new key for ${purpose} (${protects}) from ${instant(fromMs)}.`);
  if (revoke) print('All processes refuse everything that older keys signed, within ten seconds.');
  else if (use === 'signs') print(`Signatures of older keys are accepted for ${acceptedForMs / DAY_MS} more days.`);
  else print('Data encrypted with older keys is re-encrypted within minutes.');
}

async function listPurposes({ accounts, print }: AdminContext): Promise<void> {
  const rows = await findPurposeKeys(accounts);
  for (const purpose of PURPOSE_NAMES) {
    const own = rows.filter((row) => row.purpose === purpose);
    const newest = own.at(-1);
    const since = newest === undefined ? 'no key' : `key ${newest.id} since ${instant(newest.active_from)}`;
    const { use, protects } = KEY_PURPOSES[purpose];
    const older = own.length > 1 ? `, ${own.length - 1} older` : '';
    print(`${purpose}: ${since}${older}; ${use} ${protects}`);
  }
  print('SESSION_SECRET encrypts these keys. To change it, set SESSION_SECRET_PREVIOUS to the current value and');
  print('restart each process once. Then remove SESSION_SECRET_PREVIOUS. All sessions stay signed in.');
}
