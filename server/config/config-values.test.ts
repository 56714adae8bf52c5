import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createServer } from '../http/create-server.ts';
import { CONFIG_VARIABLES, ConfigError, readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'voltboard-values-'));
afterAll(() => rmSync(folder, { recursive: true }));
const read = (env: Record<string, string>) => readConfig({ DATA_DIR: folder, ...env });

const VALUES = [
  ...['0', '-1', '1', '1.5', '.', '1e9', 'NaN', 'Infinity', '9'.repeat(40), '0x10', '65535', '2026-13', '2026-02'],
  ...[
    'on',
    'maybe',
    'null',
    '{}',
    '[]',
    '*',
    ',',
    ',,',
    '/',
    '..',
    '%',
    '\\',
    '"',
    "'",
    '<b>',
    '\u202e',
    '\ud800',
    'é',
  ],
  ...[
    'http://',
    'http://[',
    'http://[::1',
    'http://a b',
    'https://%',
    'https://user:pw@host',
    'https://a.example:99999',
  ],
  ...[
    'http://é',
    'https://xn--',
    'smtp://[',
    'smtps://a:b@c:99999',
    'postgres://',
    'postgres://[',
    'file:///etc/passwd',
  ],
  ...['0.0.0.0/0', '::/0', '0.0.0.0/1', '10.0.0.0/0', '10.0.0.0/8/8', '::ffff:10.0.0.0/8', '::ffff:10.0.0.0/104'],
  ...['fe80::1%eth0', 'fc00::/7', '1.2.3', '10.0.0.0/08', '010.0.0.1', '10.0.0.0/255.0.0.0', 'localhost', '127.1'],
  ...['a@b', 'a@', 'x'.repeat(5_000), 'America/New_York', 'USD', 'debug'],
];

describe.each(CONFIG_VARIABLES.map(({ name }) => name).filter((name) => name !== 'DATA_DIR'))('%s', (name) => {
  test('accepts a value that the server can start with, or rejects it in a sentence that names the setting', async () => {
    for (const value of VALUES) {
      let config: ReturnType<typeof read>;
      try {
        config = read({ [name]: value });
      } catch (error) {
        expect(error, `${name}=${value}`).toBeInstanceOf(ConfigError);
        expect((error as Error).message, value).toMatch(
          new RegExp(`^(${name}|[A-Z0-9_]+: |[A-Z0-9_]+ and ).*\\.$`, 's'),
        );
        continue;
      }
      const app = await createServer({ ...config, logLevel: 'silent' }).catch((error: unknown) => error as Error);
      if (app instanceof Error) expect.fail(`${name}=${value}: ${app.message}`);
      await app.close();
    }
  });
});

test.each(['0.0.0.0/0', '::/0', '0.0.0.0/1,128.0.0.0/1', '127.0.0.1, 0.0.0.0/0', '::ffff:0.0.0.0/96', '2000::/3'])(
  'rejects TRUST_PROXY=%s, which would let anyone choose the client address',
  (list) => {
    expect(() => read({ TRUST_PROXY: list })).toThrow(
      /^TRUST_PROXY: '[^']+' covers most of the internet.*10\.0\.0\.0\/8/,
    );
  },
);

test.each([
  ['the alphabet', 'abcdefghijklmnopqrstuvwxyz0123456789'],
  ['the alphabet in mixed case', 'aBcDeFgHiJkLmNoPqRsTuVwXyZ9876543210'],
  ['backwards', 'zyxwvutsrqponmlkjihgfedcba9876543210'],
  ['every second letter', 'acegikmoqsuwybdfhjlnprtvxz1357924680'],
  ['letters and digits in turn', 'a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6'],
  ['rows of the keyboard', 'qwertyuiopasdfghjklzxcvbnm1234567890'],
  ['columns of the keyboard', '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p'],
  ['rows of a French keyboard', 'azertyuiopqsdfghjklmwxcvbn0123456789'],
  ['a random word, repeated', 'x9Kq2LmPvT4wx9Kq2LmPvT4wx9Kq2LmPvT4w'],
  ['hexadecimal digits in order', '0123456789abcdef0123456789abcdef'],
  ['words of manuals', 'correct horse battery staple voltboard'],
  ['a sentence of typists', 'the quick brown fox jumps over the lazy dog'],
])('rejects a long secret that is easy to guess, and shows the command that generates one: %s', (_why, secret) => {
  for (const name of ['SESSION_SECRET', 'METRICS_TOKEN'])
    expect(() => read({ [name]: name === 'METRICS_TOKEN' ? secret.replaceAll(' ', '') : secret })).toThrow(
      new RegExp(`^${name}: Its value is easy to guess\\. .*openssl rand -base64 48`),
    );
  expect(read({ SESSION_SECRET_PREVIOUS: secret }).previousSessionSecret).toBe(secret);
});

test.each([',', 'office', '10.0.0.0/33', '10.0.0.0-10.0.0.9', '10.0.0.0/8 192.0.2.0/24', '10.0.0.0/8,*'])(
  'rejects ADMIN_ADDRESSES=%s, which would lock out administrators by accident',
  (list) => {
    expect(() => read({ ADMIN_ADDRESSES: list })).toThrow(/^ADMIN_ADDRESSES: .*203\.0\.113\.7,10\.0\.0\.0\/8/);
  },
);

test('ADMIN_ADDRESSES lists addresses and networks, and allows any if empty', () => {
  expect(read({ ADMIN_ADDRESSES: '' }).adminAddresses).toBeNull();
  expect(read({ ADMIN_ADDRESSES: '203.0.113.7, ::1/128,' }).adminAddresses).toEqual(['203.0.113.7', '::1/128']);
});
