import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { NewPasskey, NewPasskeyOptions, PasskeyAssertion, PasskeyRequest } from '#contract/passkeys.ts';

const PRESENT = 0x01;
const VERIFIED = 0x04;
const SYNCABLE = 0x08;
const SYNCED = 0x10;
const ATTESTED = 0x40;

/** How a browser and an authenticator deviate from correct values. */
export type Lie = {
  readonly origin?: string;
  readonly type?: string;
  readonly rpId?: string;
  readonly isUnverified?: boolean;
  readonly challenge?: string;
  readonly counter?: number;
  readonly key?: KeyObject;
  readonly handle?: string | null;
};

const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

/**
 * Simulates an authenticator with one passkey (ES256), and its browser. Creates the passkey and signs as WebAuthn
 * specifies. With `counts`, each signature increments the counter. Otherwise, the counter is always 0, as for synced
 * passkeys.
 */
export function createSoftPasskey({ counts = false, origin = 'http://localhost:4000', isSynced = false } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(20);
  let handle = '';
  let counter = 0;

  const clientData = (type: string, challenge: string, from: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));

  function head(rpId: string, more: number, at: number, isUnverified = false): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(at);
    const flags = PRESENT | (isUnverified ? 0 : VERIFIED) | (isSynced ? SYNCABLE | SYNCED : 0) | more;
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
  }

  function coseKey(): Uint8Array {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' }) as { x?: string; y?: string };
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
    const parts = new Map<number, number | Uint8Array>([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as const),
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]);
    return isoCBOR.encode(parts as Parameters<typeof isoCBOR.encode>[0]);
  }

  return {
    id: base64url(id),
    /** For simulating another browser or a thief with the same key and a separate counter. */
    privateKey,
    /**
     * Simulates `navigator.credentials.create()`. `format` and `statement` add an attestation that was not requested.
     */
    make(
      options: NewPasskeyOptions,
      lie: Lie & { readonly format?: string; readonly statement?: Map<string, unknown> } = {},
    ): Omit<NewPasskey, 'name'> {
      handle = options.user_id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = Buffer.concat([
        head(lie.rpId ?? options.rp_id, ATTESTED, counter, lie.isUnverified),
        Buffer.alloc(16),
        ...[length, id, coseKey()],
      ]);
      const attestation = new Map<string, unknown>([
        ['fmt', lie.format ?? 'none'],
        ['attStmt', lie.statement ?? new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      const client = clientData(
        lie.type ?? 'webauthn.create',
        lie.challenge ?? options.challenge,
        lie.origin ?? origin,
      );
      return {
        credential_id: base64url(id),
        client_data: base64url(client),
        attestation_object: base64url(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
        transports: ['internal', 'hybrid'],
      };
    },
    /** Simulates `navigator.credentials.get()`. */
    sign(request: PasskeyRequest, lie: Lie = {}): PasskeyAssertion {
      if (counts) counter += 1;
      const data = head(lie.rpId ?? request.rp_id, 0, lie.counter ?? counter, lie.isUnverified);
      const client = clientData(lie.type ?? 'webauthn.get', lie.challenge ?? request.challenge, lie.origin ?? origin);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), lie.key ?? privateKey);
      const named = lie.handle === undefined ? handle : lie.handle;
      return {
        credential_id: base64url(id),
        client_data: base64url(client),
        authenticator_data: base64url(data),
        signature: base64url(signature),
        ...(named === null ? {} : { user_handle: named }),
      };
    },
  };
}

export type SoftPasskey = ReturnType<typeof createSoftPasskey>;

/** Generates a key that belongs to another owner. */
export const otherKey = (): KeyObject =>
  createPrivateKey(
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'pkcs8' }),
  );
