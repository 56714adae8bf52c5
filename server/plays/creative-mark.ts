/** How a token names a creative: the half of its id that is random; the other one only says when it was made. */
export const creativeMark = (id: string): string => id.replaceAll('-', '').slice(-16);
