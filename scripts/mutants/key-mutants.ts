import type { Mutant } from './mutant.ts';

const stream = 'audit-stream/audit-stream.test';
const tests = 'keys/purpose-keys.test';
const named = 'SQLite';

/**
 * Mutants of the rules about which key signs and encrypts, and which keys are still accepted. Also mutants of the rule
 * that the audit stream sends every entry.
 */
export const KEY_MUTANTS: readonly Mutant[] = [
  // Uses a key that other processes do not know yet.
  {
    line: 'const active = keys.findLast(({ activeFrom }) => activeFrom <= now());',
    becomes: 'const active = keys.at(-1);',
    tests,
    named,
  },
  { line: 'const delayMs = revokes ? 0 : PUBLISH_MS;', becomes: 'const delayMs = 0;', tests, named },
  // Lets an old key never expire, or expire too early.
  {
    line: 'return isEncrypted(purpose) || isInTime(purpose, keys[at + 1]?.activeFrom) ? key : null;',
    becomes: 'return key;',
    tests,
    named,
  },
  {
    line: 'return isEncrypted(purpose) || isInTime(purpose, keys[at + 1]?.activeFrom) ? key : null;',
    becomes: 'return isInTime(purpose, keys[at + 1]?.activeFrom) ? key : null;',
    tests,
    named,
  },
  { line: 'if (revokes) await deleteKeysBefore(tx, purpose, version);', becomes: '', tests, named },
  // Accepts the root secret as a key forever, or for a purpose where it never was a key.
  {
    line: 'const hadFormer = isEncrypted(purpose) || (first !== undefined && isInTime(purpose, first.activeFrom));',
    becomes: 'const hadFormer = isEncrypted(purpose) || first !== undefined;',
    tests,
    named,
  },
  {
    line: 'const hadFormer = isEncrypted(purpose) || (first !== undefined && isInTime(purpose, first.activeFrom));',
    becomes: 'const hadFormer = true;',
    tests,
    named,
  },
  {
    line: 'const first = isUpgrade ? AFTER_FORMER : FIRST;',
    becomes: 'const first = AFTER_FORMER;',
    tests,
    named,
  },
  {
    line: 'const overlapMs = isUpgrade && isPostgres(accounts) ? UPGRADE_MS : 0;',
    becomes: 'const overlapMs = 0;',
    tests,
    named: 'PostgreSQL',
  },
  // Lets a root secret replace the keys of all other processes.
  {
    line: 'if (newest !== undefined && !(isLost && replacesLost)) continue;',
    becomes: 'if (newest !== undefined && !isLost) continue;',
    tests,
    named,
  },
  {
    line: "const bytes = text === null ? before?.bytes : Buffer.from(text, 'base64url');",
    becomes: "const bytes = text === null ? undefined : Buffer.from(text, 'base64url');",
    tests,
    named,
  },
  // Deletes a key that a row still needs.
  {
    line: 'if (isEncrypted(purpose) && ((await isInColumn(accounts, purpose, id)) || (await isNeeded(id)))) continue;',
    becomes: 'if (isEncrypted(purpose) && (await isNeeded(id))) continue;',
    tests,
    named,
  },
  {
    line: 'if (isEncrypted(purpose) && ((await isInColumn(accounts, purpose, id)) || (await isNeeded(id)))) continue;',
    becomes: 'if (isEncrypted(purpose) && (await isInColumn(accounts, purpose, id))) continue;',
    tests,
    named,
  },
  {
    line: "const key = keys.current('known-browsers');",
    becomes: "const key = keys.find('known-browsers', keyIn(own ?? '')) ?? keys.current('known-browsers');",
    tests: 'sign-in/known-browser.test',
  },
  // Skips an entry in the audit log, sends it out of order, or counts it before the receiver has it.
  {
    line: 'const progress = { holder, before, after: last.seq, at: nowMs };',
    becomes: 'const progress = { holder, before, after: last.seq + 1, at: nowMs };',
    tests: stream,
    named,
  },
  { line: 'if (row.seq <= seq) return [];', becomes: 'if (row.seq <= seq + 1) return [];', tests: stream, named },
  {
    line: "if (!hasEnded) fail('The receiver closed the connection before it read everything.');",
    becomes: 'if (!hasEnded) resolve();',
    tests: stream,
    named,
  },
];
