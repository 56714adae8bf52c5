// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { clearSession, decodeToken, onSessionChange, readToken, readUser, storeToken } from './session.ts';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (claims: unknown): string => `${part({ alg: 'HS256' })}.${part(claims)}.c2ln`;
const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

beforeEach(() => localStorage.clear());

test('a stored token that decodes and has not expired counts as signed in', () => {
  const token = tokenOf({ sub: 'José', exp: inSeconds(60) });
  storeToken(token);
  expect(readToken()).toBe(token);
  expect(decodeToken(token)).toEqual({ sub: 'José', exp: inSeconds(60) });
});

test.each([
  ['nothing', null],
  ['an expired one', tokenOf({ exp: inSeconds(-1) })],
  ['a text', 'secret'],
  ['three empty parts', '..'],
  ['one without signature', 'e30.e30.'],
  ['a payload that is no JSON', 'e30.bm90IGpzb24.c2ln'],
  ['a payload that is a list', `e30.${part([])}.c2ln`],
  ['four parts', 'e30.e30.e30.e30'],
])('%s does not count as signed in', (_, token) => {
  if (token !== null) localStorage.setItem('token', token);
  expect(readToken()).toBeNull();
});

test('ignores a damaged stored user', () => {
  for (const text of ['', '{', 'null', '[]', '"admin"', '{"email":"a@b"}', '{"role":"admin"}']) {
    localStorage.setItem('user', text);
    expect(readUser()).toBeNull();
  }
});

test('signing out deletes both entries and notifies listeners until they unsubscribe', () => {
  const listener = vi.fn();
  const stop = onSessionChange(listener);
  storeToken(tokenOf({ exp: inSeconds(60) }));
  localStorage.setItem('user', '{"role":"admin"}');
  clearSession();
  expect(listener).toHaveBeenCalledTimes(2);
  expect([localStorage.getItem('token'), localStorage.getItem('user')]).toEqual([null, null]);
  stop();
  clearSession();
  expect(listener).toHaveBeenCalledTimes(2);
});

test('notices a sign-out in another tab and ignores other keys', () => {
  const listener = vi.fn();
  const stop = onSessionChange(listener);
  window.dispatchEvent(new StorageEvent('storage', { key: 'themeColor' }));
  expect(listener).not.toHaveBeenCalled();
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  expect(listener).toHaveBeenCalledTimes(1);
  stop();
});
