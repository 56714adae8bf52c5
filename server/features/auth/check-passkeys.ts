import type { NewPasskey, NewPasskeyOptions, PasskeyAssertion, PasskeyRequest } from '#contract/passkeys.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import { hashToken, randomToken } from '../../lib/random-token.ts';
import { type PasskeySite, passkeySite } from '../../sign-in/passkey-site.ts';
import {
  countPasskeyUse,
  findPasskeyByCredential,
  findPasskeys,
  insertPasskeyChallenge,
  type PasskeyRow,
  takePasskeyChallenge,
} from './passkey-queries.ts';

const CHALLENGE_MS = 5 * MINUTE_MS;
/** COSE numbers for ES256, EdDSA and RS256, the algorithms that authenticators support. */
const ALGORITHMS = [-7, -8, -257] as const;

/**
 * What a passkey signature is for, and which user has to sign. For sign-in by passkey alone, the passkey identifies
 * the user.
 */
export type PasskeyPurpose =
  | { readonly purpose: 'sign-in'; readonly userId: null; readonly sessionId: null }
  | { readonly purpose: 'second-factor'; readonly userId: string; readonly sessionId: null }
  | { readonly purpose: 'register' | 'confirm'; readonly userId: string; readonly sessionId: string };

/** A new credential whose registration has been verified. */
export type MadePasskey = Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'transports' | 'synced'>;

/** `counter`: the signature is valid, but the authenticator's counter did not increase. */
export type AssertionVerdict =
  | { readonly kind: 'right'; readonly passkey: PasskeyRow }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'counter'; readonly passkey: PasskeyRow };

/** Encodes the user id as authenticators store it. */
const handleOf = (userId: string): string => Buffer.from(userId).toString('base64url');

const credentialsOf = (rows: readonly PasskeyRow[]) =>
  rows.map(({ credential_id: id, transports }) => ({ id, transports: transports.split(' ').filter((one) => one) }));

/** Imported on first use, because only passkeys need this library and its certificates. */
const webAuthn = () => import('@simplewebauthn/server');

/**
 * Creates the passkey (WebAuthn) checks for this site. Challenges are random and stored in the accounts store. Each
 * challenge is valid once, for five minutes and for one purpose. Every signature requires user verification, so a
 * passkey alone proves both possession and identity (docs/threat-model.md#a23).
 */
export function createPasskeys({ config, accounts, now }: Pick<Dependencies, 'config' | 'accounts' | 'now'>) {
  const site = passkeySite(config.publicUrl);

  function siteOrRefusal() {
    if (site !== null) return site;
    throw new AppError(
      'invalid',
      'Passkeys don’t work at this address. They require HTTPS and a host name in PUBLIC_URL.',
    );
  }

  async function makeChallenge({ purpose, userId, sessionId }: PasskeyPurpose): Promise<string> {
    const challenge = randomToken();
    await insertPasskeyChallenge(accounts, {
      id: hashToken(challenge),
      purpose,
      user_id: userId,
      session_id: sessionId,
      expires_at: now() + CHALLENGE_MS,
    });
    return challenge;
  }

  /**
   * Consumes the signed challenge, even if a later check fails. Returns null if it was made for another purpose or has
   * expired.
   */
  async function spendChallenge(
    clientData: string,
    { purpose, userId, sessionId }: PasskeyPurpose,
  ): Promise<string | null> {
    const challenge = challengeIn(clientData);
    if (challenge === null) return null;
    const made = { id: hashToken(challenge), purpose, user_id: userId, session_id: sessionId };
    return (await takePasskeyChallenge(accounts, made, now())) ? challenge : null;
  }

  return {
    /** Returns what a browser needs to create a passkey for the session's user. */
    async begin(
      user: { readonly id: string; readonly email: string; readonly name: string },
      sessionId: string,
    ): Promise<NewPasskeyOptions> {
      const { rpId } = siteOrRefusal();
      return {
        challenge: await makeChallenge({ purpose: 'register', userId: user.id, sessionId }),
        rp_id: rpId,
        rp_name: config.networkName,
        user_id: handleOf(user.id),
        user_name: user.email,
        display_name: user.name,
        algorithms: [...ALGORITHMS],
        timeout_ms: CHALLENGE_MS,
        exclude: credentialsOf(await findPasskeys(accounts, user.id)),
      };
    },

    /** Returns the new credential for the session's user, or null if any part of the response is invalid. */
    async check(
      { credential_id: id, client_data: clientDataJSON, attestation_object: attestationObject, transports }: NewPasskey,
      { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
    ): Promise<MadePasskey | null> {
      const { rpId, origin } = siteOrRefusal();
      const challenge = await spendChallenge(clientDataJSON, { purpose: 'register', userId, sessionId });
      if (challenge === null) return null;
      const { verifyRegistrationResponse } = await webAuthn();
      try {
        if (await hasCertificates(attestationObject)) return null;
        const response = { clientDataJSON, attestationObject };
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: rpId,
          requireUserVerification: true,
          supportedAlgorithmIDs: [...ALGORITHMS],
        });
        if (!verified || registrationInfo.credential.id !== id) return null;
        return {
          credential_id: id,
          public_key: Buffer.from(registrationInfo.credential.publicKey).toString('base64url'),
          counter: registrationInfo.credential.counter,
          transports: transports.join(' '),
          synced: registrationInfo.credentialBackedUp ? 1 : 0,
        };
      } catch {
        return null;
      }
    },

    /**
     * Returns what a browser needs to request a signature from one of the user's passkeys, or from any passkey if no
     * user is given.
     */
    async ask(purpose: PasskeyPurpose): Promise<PasskeyRequest> {
      const { rpId } = siteOrRefusal();
      const rows = purpose.userId === null ? [] : await findPasskeys(accounts, purpose.userId);
      if (purpose.userId !== null && rows.length === 0)
        throw new AppError('invalid', 'This account has no passkey. Sign in another way.');
      return {
        challenge: await makeChallenge(purpose),
        rp_id: rpId,
        timeout_ms: CHALLENGE_MS,
        credentials: credentialsOf(rows),
      };
    },

    /** Finds the passkey that has the claimed ID. Nothing is verified yet. */
    ownerOf: (credentialId: string): Promise<PasskeyRow | undefined> => findPasskeyByCredential(accounts, credentialId),

    /** Verifies a signature, consumes its challenge and records the use. */
    async verify(assertion: PasskeyAssertion, purpose: PasskeyPurpose): Promise<AssertionVerdict> {
      const expected = siteOrRefusal();
      const challenge = await spendChallenge(assertion.client_data, purpose);
      const passkey = await findPasskeyByCredential(accounts, assertion.credential_id);
      if (challenge === null || passkey === undefined || !isOwner(passkey, assertion, purpose))
        return { kind: 'wrong' };
      const signed = await checkSignature(assertion, passkey, { ...expected, challenge });
      if (signed === null) return { kind: 'wrong' };
      const isCounted = await countPasskeyUse(accounts, { id: passkey.id, ...signed, at: now() });
      return { kind: isCounted ? 'right' : 'counter', passkey };
    },
  };
}

/** Returns a valid signature's counter and whether the passkey is synced, or null if the signature is invalid. */
async function checkSignature(
  { credential_id: id, client_data: clientDataJSON, authenticator_data, signature, user_handle }: PasskeyAssertion,
  passkey: PasskeyRow,
  { rpId, origin, challenge }: PasskeySite & { readonly challenge: string },
): Promise<{ readonly counter: number; readonly synced: 0 | 1 } | null> {
  const { verifyAuthenticationResponse } = await webAuthn();
  const userHandle = user_handle === undefined ? {} : { userHandle: user_handle };
  const response = { clientDataJSON, authenticatorData: authenticator_data, signature, ...userHandle };
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      // The store compares the counters, so that only one of two simultaneous responses passes.
      credential: { id, publicKey: Buffer.from(passkey.public_key, 'base64url'), counter: 0 },
      requireUserVerification: true,
    });
    const { newCounter, credentialBackedUp } = authenticationInfo;
    return verified ? { counter: newCounter, synced: credentialBackedUp ? 1 : 0 } : null;
  } catch {
    return null;
  }
}

function challengeIn(clientData: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}

/**
 * Whether the passkey belongs to the user who has to sign. If sign-in uses the passkey alone, the response must
 * identify the account. Any account that the response identifies must own the passkey.
 */
function isOwner(passkey: PasskeyRow, { user_handle: handle }: PasskeyAssertion, { userId }: PasskeyPurpose): boolean {
  if (handle !== undefined && handle !== handleOf(passkey.user_id)) return false;
  return userId === null ? handle !== undefined : passkey.user_id === userId;
}

/**
 * Whether an attestation has certificates. The server requests no certificates and refuses to process any, because
 * processing could contact external addresses.
 */
async function hasCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = decoded.get('fmt');
  return !(format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined));
}
