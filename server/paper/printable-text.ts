/** Maximum length of a text field in a printed document. */
export const LONGEST = 300;

/**
 * Cleans external text for printing (docs/threat-model.md#e2). Removes control characters, direction overrides,
 * zero-width and unassigned characters. Thins stacks of combining marks. Collapses white space to single spaces.
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
