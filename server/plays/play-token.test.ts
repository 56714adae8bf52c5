import { expect, test } from 'vitest';
import { CLOCK_TOLERANCE_MS } from '#domain/clock-tolerance.ts';
import { SECOND_MS } from '#domain/durations.ts';
import { seededRandom } from '../lib/seeded-random.ts';
import { isPlayToken, type Play, type PlayKeys, readPlay, signPlay, verifyPlay } from './play-token.ts';

const key = (fill: number) => Buffer.alloc(32, fill);
const KEYS: PlayKeys = { signing: { id: 7, secret: key(1) }, secrets: new Map([[7, key(1)]]) };
const PLAY: Play = {
  id: '0193f0a2-7c1e-7b0a-9d53-0c7a51d0e8aa',
  outletKey: 4_294_967_295,
  flightKey: 12,
  creative: '00ff10a0b0c0d0e0',
  lease: 2 ** 48 - 1,
  reservedMicros: 999_999_999_999,
  issuedMs: 1_795_363_200_000,
  expiresMs: 1_795_363_200_000 + 900 * SECOND_MS,
};
const TOKEN = signPlay(PLAY, KEYS);
const VIEW = { id: PLAY.id, outletKey: PLAY.outletKey, flightKey: PLAY.flightKey, timestampMs: PLAY.issuedMs };

test('a token is at most 128 characters, signed, and binds id, outlet, flight, creative, issue and expiry', () => {
  expect(TOKEN).toMatch(/^[\w-]{1,128}$/);
  expect(readPlay(TOKEN, KEYS)).toEqual(PLAY);
  expect(verifyPlay(TOKEN, VIEW, KEYS)).toEqual({ play: PLAY });
  expect(verifyPlay(TOKEN, { ...VIEW, id: PLAY.id.toUpperCase(), flightKey: null }, KEYS)).toEqual({ play: PLAY });
});

test('no other text of that length is accepted as the play', () => {
  for (let at = 0; at < TOKEN.length; at += 1)
    for (const letter of ['A', 'b', '7', '_']) {
      if (TOKEN[at] === letter) continue;
      const forged = TOKEN.slice(0, at) + letter + TOKEN.slice(at + 1);
      expect(verifyPlay(forged, VIEW, KEYS), forged).toEqual({ fault: 'play_forged' });
      expect(isPlayToken(forged)).toBe(true);
    }
  const others = ['', 'vp1', `${TOKEN}A`, TOKEN.slice(0, -1), `${TOKEN.slice(0, -1)}=`];
  for (const text of others) expect(readPlay(text, KEYS), text).toBeNull();
});

test('rejects tokens of another key, or of a key that has expired', () => {
  const own = { signing: { id: 7, secret: key(2) }, secrets: new Map([[7, key(2)]]) };
  expect(verifyPlay(signPlay(PLAY, own), VIEW, KEYS)).toEqual({ fault: 'play_forged' });
  const rotated = { signing: { id: 8, secret: key(3) }, secrets: new Map([...KEYS.secrets, [8, key(3)]]) };
  expect(verifyPlay(TOKEN, VIEW, rotated)).toEqual({ play: PLAY });
  expect(verifyPlay(TOKEN, VIEW, { ...rotated, secrets: new Map([[8, key(3)]]) })).toEqual({ fault: 'play_forged' });
});

test('a play is valid from issue to expiry, by every clock within five minutes, and the faults are checked in order', () => {
  const at = (timestampMs: number, more = {}) => verifyPlay(TOKEN, { ...VIEW, ...more, timestampMs }, KEYS);
  const expired = { fault: 'play_expired' };
  const random = seededRandom('clocks of outlets');
  for (let round = 0; round < 500; round += 1) {
    const offset = random.whole(-CLOCK_TOLERANCE_MS, CLOCK_TOLERANCE_MS);
    const shownMs = random.pick([PLAY.issuedMs, PLAY.expiresMs, random.whole(PLAY.issuedMs, PLAY.expiresMs)]);
    expect(at(shownMs + offset), `${offset} ms`).toEqual({ play: PLAY });
  }
  expect(at(PLAY.expiresMs + CLOCK_TOLERANCE_MS)).toEqual({ play: PLAY });
  expect(at(PLAY.issuedMs - CLOCK_TOLERANCE_MS)).toEqual({ play: PLAY });
  expect(at(PLAY.issuedMs - CLOCK_TOLERANCE_MS - 1)).toEqual(expired);
  expect(at(PLAY.expiresMs + CLOCK_TOLERANCE_MS + 1)).toEqual(expired);
  expect(at(PLAY.expiresMs + CLOCK_TOLERANCE_MS + 1, { outletKey: 1, flightKey: 1 })).toEqual(expired);
  expect(at(PLAY.issuedMs, { outletKey: 1, flightKey: 1 })).toEqual({ fault: 'play_elsewhere' });
  expect(at(PLAY.issuedMs, { flightKey: 1 })).toEqual({ fault: 'play_mismatch' });
  expect(at(PLAY.issuedMs, { id: '0193f0a2-7c1e-7b0a-9d53-0c7a51d0e8ab' })).toEqual({ fault: 'play_mismatch' });
});

test('values that outlets sent as cryptic before plays existed are not tokens', () => {
  const random = seededRandom('cryptic');
  for (const digits of [8, 16, 32, 64]) expect(isPlayToken(random.hex(digits))).toBe(false);
});
