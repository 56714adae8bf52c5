/** The form of a name that searches, sorting and uniqueness compare: Unicode-normal, lower case, single spaces. */
export const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
