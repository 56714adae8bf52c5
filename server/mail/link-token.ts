import type { Config } from '../config/config.ts';
import { createSecretBox } from '../keys/secret-box.ts';

/**
 * Seals the token of a mailed link while the mail waits: the store has only the hash of a token (docs/threat-model.md#a8), and a copy of
 * the store must not open accounts. Bound to its mail.
 */
export function createLinkTokens(config: Pick<Config, 'keys'>) {
  const box = createSecretBox(config, 'mailed-links');
  return {
    seal: (token: string, mailId: string): string => box.seal(`${mailId} ${token}`),
    /** Null without a token, and when the secret it was sealed with is gone. */
    open(sealed: string | null, mailId: string): string | null {
      const [id, token] = (sealed === null ? '' : (box.open(sealed) ?? '')).split(' ');
      return id === mailId && token !== undefined ? token : null;
    },
  };
}
