/**
 * Returns the short form of a creative's ID for use in tokens: the random half of the ID. The other half contains only
 * the creation time.
 */
export const creativeMark = (id: string): string => id.replaceAll('-', '').slice(-16);
