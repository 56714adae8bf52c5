/** What reads like an e-mail address, wherever it stands in a text. */
const ADDRESS = /[^\s@,;:<>"'`()[\]{}\\/=?&]{1,64}@(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,63}/gu;
/** Names that are kept free for samples and tests (RFC 2606): an address there is nobody's, as those of the demo are. */
const FREE_NAMES = ['example', 'test', 'invalid', 'localhost', 'example.com', 'example.net', 'example.org'] as const;
/** How an address ends that is nobody's, in lower case. */
export const NOBODYS_ENDINGS: readonly string[] = FREE_NAMES.flatMap((name) => [`@${name}`, `.${name}`]);
const isNobodys = (address: string): boolean =>
  NOBODYS_ENDINGS.some((ending) => address.toLowerCase().endsWith(ending));

export const HIDDEN_ADDRESS = '***';

/** The text with `***` for every address that may be somebody's. */
export const withoutAddresses = (text: string): string =>
  text.replace(ADDRESS, (address) => (isNobodys(address) ? address : HIDDEN_ADDRESS));

export const hasAddress = (text: string): boolean => withoutAddresses(text) !== text;
