/** The short form of a creative id in a token: the random half. The other half holds only the creation time. */
export const creativeMark = (id: string): string => id.replaceAll('-', '').slice(-16);
