import type { Config } from '../config/config.ts';
import { createSecretBox } from '../keys/secret-box.ts';

/**
 * Creates functions that encrypt and decrypt the token of a mailed link while the mail waits. Otherwise, the store has
 * only the hash of a token (docs/threat-model.md#a8), so that a copy of the store does not give access to accounts. The
 * encrypted token is bound to its mail.
 */
export function createLinkTokens(config: Pick<Config, 'keys'>) {
  const box = createSecretBox(config, 'mailed-links');
  return {
    seal: (token: string, mailId: string): string => box.seal(`${mailId} ${token}`),
    /** Returns null if there is no token, or if the key that encrypted it no longer exists. */
    open(sealed: string | null, mailId: string): string | null {
      const [id, token] = (sealed === null ? '' : (box.open(sealed) ?? '')).split(' ');
      return id === mailId && token !== undefined ? token : null;
    },
  };
}
