import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { ESTIMATE_BOUNDS, LONGEST_PASSWORD } from '#domain/password-strength.ts';
import { refuseWeakPassword } from './password-rule.ts';

const about = { email: 'maria@grandhotel.example', words: ['Grand Hotel'], shortest: 12 };

test.each([
  'elevenchars',
  'password password',
  'aaaaaaaaaaaaaaaa',
  'qwertyuiopas',
  '1234567890123',
  'P@ssw0rd1234',
  'p455w0rd p455w0rd',
  'P4$5w0rd!1234567',
  'voltboard-demo',
  'Voltboard2026',
  'maria@grandhotel.example',
  'Grand Hotel 2026',
  'x'.repeat(1025),
])('rejects %s', async (password) => {
  await expect(refuseWeakPassword(password, about)).rejects.toMatchObject({ statusCode: 400 });
});

test.each([
  'lantern crisp velvet 7',
  'x8Kq2vLw93pz',
  '🔌🐢🌋🎺🧲🪁🦉🍋🪨🎲🚲🧶',
  ' spaces  are   fine too ',
  'Ünïcode wörds zählen',
])('accepts %s', async (password) => {
  await expect(refuseWeakPassword(password, about)).resolves.toBeUndefined();
});

/** Texts whose estimate takes longest, because their parts can be read as digits, letters or dates. */
const costly = fc
  .array(
    fc.constantFrom('1', '0', '7', '4', '@', '$', '!', '|', 'p455w0rd', 'passw0rd1!', '1.1.91', '31121991', 'aA', '1l'),
    {
      maxLength: 160,
    },
  )
  .map((parts) => parts.join('').slice(0, LONGEST_PASSWORD));

test('for any input, estimates only as much as takes a few milliseconds', async () => {
  const check = vi.spyOn(ZxcvbnFactory.prototype, 'check');
  const anyText = fc.string({ unit: 'binary', maxLength: LONGEST_PASSWORD });
  await fc.assert(
    fc.asyncProperty(fc.oneof(costly, anyText), async (password) => {
      check.mockClear();
      await refuseWeakPassword(password, about).catch(() => undefined);
      expect(check.mock.calls.every(([estimated]) => estimated.length <= 32)).toBe(true);
    }),
    { numRuns: 60 },
  );
  check.mockRestore();
  expect(ESTIMATE_BOUNDS).toEqual({ maxLength: 32, l33tMaxSubstitutions: 10 });
});

test('other work runs between many concurrent checks', async () => {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const all = [...Array(30).keys()].map((at) => refuseWeakPassword(`lantern crisp velvet ${at}`, about));
  await Promise.all(all);
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(30);
});

test('accepts 256 characters, in well under a second', async () => {
  const long = Array.from({ length: 32 }, (_, index) => `${index * 7919}wörter`.slice(0, 8)).join('');
  await expect(refuseWeakPassword(long.padEnd(256, 'q7'), about)).resolves.toBeUndefined();
});
