/** A complete color that the picker accepts ('#' and three or six hex digits), else null. */
export const completeColour = (text: string): string | null =>
  /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text) ? text.toLowerCase() : null;
