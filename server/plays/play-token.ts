import { createHmac, timingSafeEqual } from 'node:crypto';
import { mayLieIn } from '#domain/clock-tolerance.ts';
import { SECOND_MS } from '#domain/durations.ts';

/** The content of a play token. The token binds the outlet's play to exactly these values. */
export type Play = {
  /** The play's UUID. It is also the ID of the view that reports the play, so that no play counts twice. */
  readonly id: string;
  readonly outletKey: number;
  /** 0 for the owner's own picture, which earns nothing. */
  readonly flightKey: number;
  /** `creativeMark` of the creative shown. */
  readonly creative: string;
  /** ID of the lease that reserves the play's price (`server/plays/budgets.ts`); 0 if there is no lease. */
  readonly lease: number;
  /** Amount in micro-dollars that the lease reserves for the play's view. */
  readonly reservedMicros: number;
  /** The start of a second, so that an outlet's clock without fractions of a second isn't behind this time. */
  readonly issuedMs: number;
  readonly expiresMs: number;
};

/** The secret that currently signs plays, and all secrets whose plays are still valid, by key ID. */
export type PlayKeys = {
  readonly signing: { readonly id: number; readonly secret: Buffer };
  readonly secrets: ReadonlyMap<number, Buffer>;
};

/** The claims of a report about the view that contains the token. */
export type ClaimedView = {
  readonly id: string;
  readonly outletKey: number;
  /** Key of the flight that the report names; null if it names none. */
  readonly flightKey: number | null;
  readonly timestampMs: number;
};

/** Why a token is invalid, in the order of the checks (docs/business-rules.md#invalid-traffic). */
export type PlayFault = 'play_forged' | 'play_expired' | 'play_elsewhere' | 'play_mismatch';

export type Verdict = { readonly play: Play } | { readonly fault: PlayFault };

/** Prefix of every token. A `cryptic` value without it was never a token. */
const PREFIX = 'vp1';
const SIGNED_BYTES = 59;
const MAC_BYTES = 32;
const BODY_LENGTH = Math.ceil(((SIGNED_BYTES + MAC_BYTES) * 4) / 3);

/** Returns whether the text looks like a token, valid or forged. */
export const isPlayToken = (text: string): boolean =>
  text.startsWith(PREFIX) || text.length === PREFIX.length + BODY_LENGTH;

/** Signs a play. The token has 125 characters; `cryptic` in the contract allows 128. */
export function signPlay(play: Play, { signing }: PlayKeys): string {
  const bytes = Buffer.alloc(SIGNED_BYTES + MAC_BYTES);
  bytes.writeUInt8(1, 0);
  bytes.writeUInt32BE(signing.id, 1);
  bytes.write(play.id.replaceAll('-', ''), 5, 16, 'hex');
  bytes.writeUInt32BE(play.outletKey, 21);
  bytes.writeUInt32BE(play.flightKey, 25);
  bytes.write(play.creative, 29, 8, 'hex');
  bytes.writeUIntBE(play.lease, 37, 6);
  bytes.writeUIntBE(play.issuedMs / SECOND_MS, 43, 5);
  bytes.writeUIntBE(play.expiresMs / SECOND_MS, 48, 5);
  bytes.writeUIntBE(play.reservedMicros, 53, 6);
  macOf(bytes, signing.secret).copy(bytes, SIGNED_BYTES);
  return PREFIX + bytes.toString('base64url');
}

/** Returns whether an outlet may have shown the play at that time, according to the outlet's own clock. */
const isTimeOf = ({ issuedMs, expiresMs }: Play, timestampMs: number): boolean =>
  mayLieIn(timestampMs, { fromMs: issuedMs, toMs: expiresMs + 1 });

/** Checks that the view matches the served play: outlet, time, flight and ID. Clicks and burns follow their view. */
export function verifyPlay(token: string, view: ClaimedView, keys: PlayKeys): Verdict {
  const play = readPlay(token, keys);
  if (play === null) return { fault: 'play_forged' };
  if (!isTimeOf(play, view.timestampMs)) return { fault: 'play_expired' };
  if (view.outletKey !== play.outletKey) return { fault: 'play_elsewhere' };
  const isOfFlight = view.flightKey === null || view.flightKey === play.flightKey;
  return view.id.toLowerCase() === play.id && isOfFlight ? { play } : { fault: 'play_mismatch' };
}

/** Decodes a token that this installation signed. Returns null for any other text. */
export function readPlay(token: string, { secrets }: PlayKeys): Play | null {
  if (token.length !== PREFIX.length + BODY_LENGTH || !token.startsWith(PREFIX)) return null;
  const text = token.slice(PREFIX.length);
  const bytes = Buffer.from(text, 'base64url');
  // Each play has exactly one valid text. The last character has unused bits, so other texts would decode to the same
  // bytes.
  if (bytes.length !== SIGNED_BYTES + MAC_BYTES || bytes.toString('base64url') !== text) return null;
  const secret = secrets.get(bytes.readUInt32BE(1));
  if (bytes.readUInt8(0) !== 1 || secret === undefined) return null;
  if (!timingSafeEqual(bytes.subarray(SIGNED_BYTES), macOf(bytes, secret))) return null;
  return {
    id: uuidOf(bytes.toString('hex', 5, 21)),
    outletKey: bytes.readUInt32BE(21),
    flightKey: bytes.readUInt32BE(25),
    creative: bytes.toString('hex', 29, 37),
    lease: bytes.readUIntBE(37, 6),
    issuedMs: bytes.readUIntBE(43, 5) * SECOND_MS,
    expiresMs: bytes.readUIntBE(48, 5) * SECOND_MS,
    reservedMicros: bytes.readUIntBE(53, 6),
  };
}

/**
 * The part of a token's text that contains the creative, for SQL: its first character, counted from 1, and its length.
 * The part has 12 bytes (27 to 38), because base64 encodes three bytes as four characters.
 */
export const CREATIVE_PART = { from: PREFIX.length + 36 + 1, length: 16 } as const;

/** Returns the `creativeMark` in that part of a token. Call this only for tokens that were verified. */
export const creativeInPart = (part: string): string => Buffer.from(part, 'base64url').toString('hex', 2, 10);

const macOf = (bytes: Buffer, secret: Buffer): Buffer =>
  createHmac('sha256', secret).update(bytes.subarray(0, SIGNED_BYTES)).digest();

const uuidOf = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
