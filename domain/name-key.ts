/**
 * The form of a name that searches, sorting and uniqueness compare: Unicode-normal, lower case, single spaces. Joiners are left
 * out: keyboards often lack them, and two names must not differ by what nobody sees.
 */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u200c\u200d]/g, '')
    .replace(/\s+/gu, ' ')
    .trim();
