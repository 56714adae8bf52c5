import type { NewPasskey, NewPasskeyOptions, PasskeyAssertion, PasskeyRequest } from '#contract/passkeys.ts';
import { usePasskeyStrings as strings } from './lib-strings.ts';

/** Loads the library when a click first needs it, because most visitors never use passkeys. */
const webAuthn = () => import('@simplewebauthn/browser');

/** Whether this browser supports passkeys. */
export const canUsePasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

type Credential = { id: string; transports: string[] };
type Transport = 'ble' | 'cable' | 'hybrid' | 'internal' | 'nfc' | 'smart-card' | 'usb';

const descriptorsOf = (credentials: readonly Credential[]) =>
  credentials.map(({ id, transports }) => ({
    id,
    type: 'public-key' as const,
    transports: transports as Transport[],
  }));

/** Creates a passkey in the browser. Rejects with an error whose message is for the user. */
export async function makePasskey(options: NewPasskeyOptions): Promise<Omit<NewPasskey, 'name'>> {
  const { startRegistration } = await webAuthn();
  const { id, response } = await startRegistration({
    optionsJSON: {
      challenge: options.challenge,
      rp: { id: options.rp_id, name: options.rp_name },
      user: { id: options.user_id, name: options.user_name, displayName: options.display_name },
      pubKeyCredParams: options.algorithms.map((alg) => ({ alg, type: 'public-key' })),
      timeout: options.timeout_ms,
      excludeCredentials: descriptorsOf(options.exclude),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    },
  }).catch(inWords);
  return {
    credential_id: id,
    client_data: response.clientDataJSON,
    attestation_object: response.attestationObject,
    transports: response.transports ?? [],
  };
}

/** Signs a challenge with a passkey. Rejects with an error whose message is for the user. */
export async function signWithPasskey(asked: PasskeyRequest): Promise<PasskeyAssertion> {
  const { startAuthentication } = await webAuthn();
  const { id, response } = await startAuthentication({
    optionsJSON: {
      challenge: asked.challenge,
      rpId: asked.rp_id,
      timeout: asked.timeout_ms,
      allowCredentials: descriptorsOf(asked.credentials),
      userVerification: 'required',
    },
  }).catch(inWords);
  return {
    credential_id: id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    ...(response.userHandle ? { user_handle: response.userHandle } : {}),
  };
}

/**
 * Throws an error whose message is for the user. Browsers report few details, so that sites learn nothing about the
 * user.
 */
function inWords(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') throw new Error(strings.alreadyHasPasskey);
  if (name === 'SecurityError') throw new Error(strings.wrongAddress);
  if (name === 'ConstraintError' || name === 'NotSupportedError') throw new Error(strings.notSupported);
  throw new Error(strings.notUsed);
}
