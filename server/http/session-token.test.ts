import { createHmac } from 'node:crypto';
import { decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#domain/durations.ts';
import { fixedKeys } from '../keys/testing/keys-of-test.ts';
import { createSessionTokens } from './session-token.ts';

const NOW = Date.UTC(2026, 10, 21);
const keys = fixedKeys('one secret');
const key: Uint8Array = keys.current('sessions').bytes;
const tokens = createSessionTokens({ keys });
const good = await tokens.sign({ id: 's1', userId: 'u1', createdAt: NOW, expiresAt: NOW + HOUR_MS });
const { kid } = decodeProtectedHeader(good);

const claims = { sid: 's1' };
const signed = (header: object, changes: (jwt: SignJWT) => SignJWT = (jwt) => jwt, signer = key) =>
  changes(
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'vb-session', kid: kid ?? '', ...header })
      .setSubject('u1')
      .setIssuer('voltboard')
      .setAudience('voltboard-api')
      .setIssuedAt(NOW / 1000)
      .setExpirationTime(NOW / 1000 + 3600),
  ).sign(signer);
const [header = '', payload = '', signature = ''] = good.split('.');

test('one of our tokens names its session', async () => {
  expect(await tokens.read(good, NOW)).toBe('s1');
  expect(await tokens.read(await signed({}), NOW)).toBe('s1');
});

test('a key of another purpose signs no sessions, regardless of its id', async () => {
  const other = keys.current('known-browsers');
  await expect(tokens.read(await signed({ kid: other.id }, undefined, other.bytes), NOW)).rejects.toThrow();
  await expect(tokens.read(await signed({}, undefined, other.bytes), NOW)).rejects.toThrow();
});

test.each<[string, () => Promise<string> | string]>([
  [
    'no signature (alg none)',
    () =>
      new UnsecuredJWT(claims)
        .setSubject('u1')
        .setIssuer('voltboard')
        .setAudience('voltboard-api')
        .setIssuedAt(NOW / 1000)
        .setExpirationTime(NOW / 1000 + 60)
        .encode(),
  ],
  ['another algorithm', () => signed({ alg: 'HS512' })],
  ['another type', () => signed({ typ: 'JWT' })],
  ['an unknown key id', () => signed({ kid: '../../etc/passwd' })],
  [
    'a key that came with it',
    () =>
      signed(
        { jwk: { kty: 'oct', k: 'AAAA' }, jku: 'https://evil.example/keys' },
        undefined,
        new TextEncoder().encode('x'.repeat(40)),
      ),
  ],
  ['another key', () => signed({}, undefined, new TextEncoder().encode('y'.repeat(40)))],
  ['another audience', () => signed({}, (jwt) => jwt.setAudience('elsewhere'))],
  ['another issuer', () => signed({}, (jwt) => jwt.setIssuer('elsewhere'))],
  ['an end in the past', () => signed({}, (jwt) => jwt.setExpirationTime(NOW / 1000 - 120))],
  ['a beginning in the future', () => signed({}, (jwt) => jwt.setNotBefore(NOW / 1000 + 600))],
  ['a truncated signature', () => good.slice(0, -4)],
  [
    'a changed payload',
    () => [header, Buffer.from(JSON.stringify({ sid: 's2' })).toString('base64url'), signature].join('.'),
  ],
  ['an empty signature', () => [header, payload, ''].join('.')],
  [
    'a hand-made signature',
    () => [header, payload, createHmac('sha256', '').update(`${header}.${payload}`).digest('base64url')].join('.'),
  ],
  ['no token at all', () => 'x'],
])('rejects a token with %s', async (_name, forge) => {
  await expect(tokens.read(await forge(), NOW)).rejects.toMatchObject({ statusCode: 401 });
});
