/**
 * Returns the form of a name for search, sorting and uniqueness: Unicode-normalized, lower case, single spaces. Joiners
 * are removed: keyboards often lack them, and names must not differ by invisible characters.
 */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u200c\u200d]/g, '')
    .replace(/\s+/gu, ' ')
    .trim();
