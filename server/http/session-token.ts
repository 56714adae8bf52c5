import { jwtVerify, SignJWT } from 'jose';
import type { PurposeKeys } from '../keys/purpose-keys.ts';
import { AppError } from './app-error.ts';

const ISSUER = 'voltboard';
const AUDIENCE = 'voltboard-api';
const TYPE = 'vb-session';
const ALGORITHM = 'HS256';

/**
 * Signs and reads session tokens. A token only identifies a session; rights are read from the accounts store
 * (docs/threat-model.md#principles).
 */
export type SessionTokens = {
  sign(session: { id: string; userId: string; createdAt: number; expiresAt: number }): Promise<string>;
  /** Returns the session ID. Throws `AppError('unauthenticated')` if the token was not issued here or has expired. */
  read(token: string, nowMs: number): Promise<string>;
};

type Keys = { readonly keys: Pick<PurposeKeys, 'current' | 'find'> };

export function createSessionTokens({ keys }: Keys): SessionTokens {
  return {
    async sign({ id, userId, createdAt, expiresAt }) {
      const { id: kid, bytes } = keys.current('sessions');
      return new SignJWT({ sid: id })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
        .setSubject(userId)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(Math.floor(createdAt / 1000))
        .setExpirationTime(Math.floor(expiresAt / 1000))
        .sign(bytes);
    },
    async read(token, nowMs) {
      try {
        const { payload } = await jwtVerify(token, ({ kid }) => keys.find('sessions', kid ?? '')?.bytes ?? refuse(), {
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
        // The response does not reveal which check failed.
      }
      throw new AppError('unauthenticated', 'Your session has ended. Sign in again.');
    },
  };
}

function refuse(): never {
  throw new Error('unknown key');
}
