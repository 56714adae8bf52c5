import { hasInvisible } from './plain-text.ts';

const ADDRESS = /^[^\s@,;<>"()[\]\\:]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/**
 * The global `URL` of browsers and Node.js. It is declared here, because the domain rules are compiled without the
 * types of either.
 */
declare const URL: {
  new (address: string): { readonly hostname: string };
  canParse(address: string): boolean;
};

/** Letters of an internationalized domain. The last character is the full stop of Chinese and Japanese. */
const INTERNATIONAL_DOMAIN = /^[\p{L}\p{M}\p{N}.\u3002-]+$/u;

/**
 * Returns the canonical form of an email address; null if the address is invalid. The address is normalized before it
 * is validated (docs/threat-model.md#a14), so that look-alikes cannot bypass the check. Invisible characters are
 * rejected, because two accounts would look the same. An internationalized domain is converted to its ASCII form, as in
 * DNS: `jörg@xn--mller-kva.example`.
 */
export function emailKey(text: string): string | null {
  const normal = text.normalize('NFKC').trim().toLowerCase();
  if (normal.length > 254 || hasInvisible(normal) || /\p{Default_Ignorable_Code_Point}/u.test(normal)) return null;
  const at = normal.lastIndexOf('@');
  const domain = asciiDomain(normal.slice(at + 1));
  const key = domain === null ? '' : `${normal.slice(0, at + 1)}${domain}`;
  return key.length <= 254 && ADDRESS.test(key) ? key : null;
}

/**
 * Converts a domain to ASCII using the browsers' rules (UTS 46), which reject names that are invalid in DNS. Returns
 * null if the domain is invalid.
 */
function asciiDomain(domain: string): string | null {
  if (/^[!-~]*$/.test(domain)) return domain;
  if (!INTERNATIONAL_DOMAIN.test(domain) || /(?:^|\.)-|-(?:\.|$)/.test(domain)) return null;
  const address = `http://${domain}`;
  return URL.canParse(address) ? new URL(address).hostname : null;
}

/** Masks an address as `m***@example.com`, which is enough for its owner to recognize it. */
export const maskedEmail = (email: string): string => email.replace(/^(.)[^@]*/, '$1***');
