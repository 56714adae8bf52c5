import type { Config } from '../config/config.ts';
import { createSecretBox } from '../keys/secret-box.ts';

/**
 * Encrypts the token of a mailed link while the mail waits. The store has only the hash of a token
 * (docs/threat-model.md#a8), and a copy of the store must not open accounts. The encrypted token is bound to its mail.
 */
export function createLinkTokens(config: Pick<Config, 'keys'>) {
  const box = createSecretBox(config, 'mailed-links');
  return {
    seal: (token: string, mailId: string): string => box.seal(`${mailId} ${token}`),
    /** Returns null without a token, and if the key it was encrypted with is gone. */
    open(sealed: string | null, mailId: string): string | null {
      const [id, token] = (sealed === null ? '' : (box.open(sealed) ?? '')).split(' ');
      return id === mailId && token !== undefined ? token : null;
    },
  };
}
