/** Matches an email address anywhere in a text. */
const ADDRESS = /[^\s@,;:<>"'`()[\]{}\\/=?&]{1,64}@(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,63}/gu;
/**
 * Names reserved for samples and tests (RFC 2606). No person owns an address under such a name, as with the demo's
 * addresses.
 */
const FREE_NAMES = ['example', 'test', 'invalid', 'localhost', 'example.com', 'example.net', 'example.org'] as const;
/** Endings, in lower case, that only addresses without a real owner have. */
export const NOBODYS_ENDINGS: readonly string[] = FREE_NAMES.flatMap((name) => [`@${name}`, `.${name}`]);
const isNobodys = (address: string): boolean =>
  NOBODYS_ENDINGS.some((ending) => address.toLowerCase().endsWith(ending));

export const HIDDEN_ADDRESS = '***';

/** Replaces every address that may belong to a person with `***`. */
export const withoutAddresses = (text: string): string =>
  text.replace(ADDRESS, (address) => (isNobodys(address) ? address : HIDDEN_ADDRESS));

export const hasAddress = (text: string): boolean => withoutAddresses(text) !== text;
