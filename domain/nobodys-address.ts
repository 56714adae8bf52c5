/** What reads like an e-mail address, wherever it stands in a text. */
const ADDRESS = /[^\s@,;:<>"'`()[\]{}\\/=?&]{1,64}@(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,63}/gu;
/** Names that are kept free for samples and tests (RFC 2606): an address there is nobody's, as those of the demo are. */
const NOBODYS = /[@.](?:example|test|invalid|localhost|example\.(?:com|net|org))$/i;

export const HIDDEN_ADDRESS = '***';

/** The text with `***` for every address that may be somebody's. */
export const withoutAddresses = (text: string): string =>
  text.replace(ADDRESS, (address) => (NOBODYS.test(address) ? address : HIDDEN_ADDRESS));

export const hasAddress = (text: string): boolean => withoutAddresses(text) !== text;
