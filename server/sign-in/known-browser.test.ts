import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import type { PurposeKeys } from '../keys/purpose-keys.ts';
import { FORMER_MARK_ID } from '../keys/root-secret.ts';
import { fixedKeys } from '../keys/testing/keys-of-test.ts';
import { createKnownBrowser } from './known-browser.ts';

const [OLD, NEW] = [fixedKeys('old').current('known-browsers'), fixedKeys('new').current('known-browsers')];
const FORMER = { id: FORMER_MARK_ID, bytes: Buffer.from('the root secret') };
const USER = '0193a6c2-6a2e-7c3b-9a51-3f0d2f6b8a10';

const browsersOf = (...keys: { id: string; bytes: Buffer }[]) => {
  const ring: Pick<PurposeKeys, 'current' | 'find'> = {
    current: () => keys[0] ?? expect.unreachable(),
    find: (_, id) => keys.find((key) => key.id === id) ?? null,
  };
  return createKnownBrowser({ keys: ring, publicUrl: 'https://outlets.example.com' });
};
const requestWith = (cookie: string) => ({ headers: { cookie } }) as FastifyRequest;

/** Returns the cookie after a sign-in with the request's cookie, and the ID of the browser. */
function remember(browsers: ReturnType<typeof browsersOf>, subject = USER, cookie = '') {
  let set = '';
  const header = (_: string, value: string) => {
    set = value;
  };
  const reply = { header } as unknown as FastifyReply;
  const id = browsers.remember(requestWith(cookie), reply, subject);
  return { id, cookie: set.split(';')[0] ?? '' };
}

/** Returns a token as earlier versions wrote it: no key ID, an ID of twelve characters, and the proof. */
function formerMark(subject: string, id: string): string {
  const proof = createHmac('sha256', FORMER.bytes).update(`known-browser:${subject}:${id}`).digest('base64url');
  return `vb-known=${id}${proof.slice(0, 32)}`;
}

test('an account recognizes a browser that signed in to it, and no other account does', () => {
  const browsers = browsersOf(NEW);
  const { id, cookie } = remember(browsers);
  expect(id).toMatch(/^[\w-]{12}$/);
  expect(browsers.find(requestWith(cookie), USER)).toBe(id);
  expect(browsers.find(requestWith(cookie), 'another')).toBeNull();
  expect(browsersOf(OLD).find(requestWith(cookie), USER)).toBeNull();
  const changed = cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  expect(browsers.find(requestWith(changed), USER)).toBeNull();
});

test.each([
  ['the key before', OLD, () => remember(browsersOf(OLD)).cookie],
  ['a version with one key for everything', FORMER, () => formerMark(USER, 'abcdefghijkl')],
])('accepts a mark of %s, and replaces it by one of the current key at the next sign-in', (_name, key, markOf) => {
  const cookie = markOf();
  const id = browsersOf(key).find(requestWith(cookie), USER);
  expect(id).toMatch(/^[\w-]{12}$/);
  const browsers = browsersOf(NEW, key);
  expect(browsers.find(requestWith(cookie), USER)).toBe(id);
  const renewed = remember(browsers, USER, cookie);
  expect(renewed.id).toBe(id);
  expect(renewed.cookie).not.toContain('.');
  expect(browsersOf(NEW).find(requestWith(renewed.cookie), USER)).toBe(id);
});

test('marks of five accounts fit into the cookie', () => {
  const browsers = browsersOf(NEW);
  let cookie = '';
  for (const account of ['1', '2', '3', '4', '5', '6']) cookie = remember(browsers, account, cookie).cookie;
  const known = ['1', '2', '3', '4', '5', '6'].map((account) => browsers.find(requestWith(cookie), account) !== null);
  expect(known).toEqual([false, true, true, true, true, true]);
});
