/** Returns the text with its first letter in upper case: "hotel" becomes "Hotel". */
export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
