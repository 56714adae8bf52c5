/** Longest text of one field on paper. */
export const LONGEST = 300;

/**
 * Text from outside made safe to print (docs/threat-model.md#e2): control characters, direction overrides, zero-width and
 * unassigned characters are removed, stacks of combining marks are thinned, white space becomes single spaces.
 */
export function printableText(text: string, longest = LONGEST): string {
  if (text.length <= longest && /^(?:[!-~]+ )*[!-~]*$/.test(text)) return text;
  const cleaned = text
    .slice(0, longest * 4)
    .normalize('NFC')
    .replace(/[\s\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .trim();
  const characters = [...cleaned];
  return characters.length <= longest ? cleaned : `${characters.slice(0, longest - 1).join('')}…`;
}
