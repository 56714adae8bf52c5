/**
 * Returns the short form of a creative's id for a token, which is its random half. The other half contains only the
 * creation time.
 */
export const creativeMark = (id: string): string => id.replaceAll('-', '').slice(-16);
