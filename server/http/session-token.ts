import { createHash } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { AppError } from './app-error.ts';

const ISSUER = 'voltboard';
const AUDIENCE = 'voltboard-api';
const TYPE = 'vb-session';
const ALGORITHM = 'HS256';

type Secrets = { readonly sessionSecret: string; readonly previousSessionSecret: string | null };

/**
 * Signs and reads session tokens. A token names a session and nothing else: rights are read from the store
 * (docs/threat-model.md#principles).
 */
export type SessionTokens = {
  sign(session: { id: string; userId: string; createdAt: number; expiresAt: number }): Promise<string>;
  /** The session id; throws `AppError('unauthenticated')` for anything but a token of ours that has not expired. */
  read(token: string, nowMs: number): Promise<string>;
};

export function createSessionTokens({ sessionSecret, previousSessionSecret }: Secrets): SessionTokens {
  const keys = new Map([previousSessionSecret, sessionSecret].filter((secret) => secret !== null).map(keyOf));
  const [currentId, currentKey] = keyOf(sessionSecret);
  return {
    sign: ({ id, userId, createdAt, expiresAt }) =>
      new SignJWT({ sid: id })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: currentId })
        .setSubject(userId)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(Math.floor(createdAt / 1000))
        .setExpirationTime(Math.floor(expiresAt / 1000))
        .sign(currentKey),
    async read(token, nowMs) {
      try {
        const { payload } = await jwtVerify(token, ({ kid }) => keys.get(kid ?? '') ?? refuse(), {
          algorithms: [ALGORITHM],
          typ: TYPE,
          issuer: ISSUER,
          audience: AUDIENCE,
          requiredClaims: ['exp', 'sub', 'iat'],
          clockTolerance: 60,
          currentDate: new Date(nowMs),
        });
        if (typeof payload.sid === 'string') return payload.sid;
      } catch {
        // Which of the checks failed is nobody's business.
      }
      throw new AppError('unauthenticated', 'Your session has ended. Sign in again.');
    },
  };
}

const keyOf = (secret: string): [id: string, key: Uint8Array] => [
  createHash('sha256').update(`kid:${secret}`).digest('hex').slice(0, 8),
  new TextEncoder().encode(secret),
];

function refuse(): never {
  throw new Error('unknown key');
}
