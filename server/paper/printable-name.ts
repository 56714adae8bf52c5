import { LONGEST } from './printable-text.ts';

/**
 * Matches joiners outside words. A joiner is part of a word between two letters or marks of a joining script, or
 * between pictograms.
 */
const STRAY_JOINER =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])|(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\u200c\u200d]/gu;

/**
 * Cleans external text for printing (docs/threat-model.md#e2). Like `printableText`, but keeps the joiners that scripts
 * and pictograms need, and all marks of a syllable. Keeps a leading direction mark, because the lines of a longer text
 * may begin with such a mark.
 */
export function printableName(text: string, longest = LONGEST): string {
  if (text.length <= longest && /^(?:[!-~]+ )*[!-~]*$/.test(text)) return text;
  const cleaned = text
    .slice(0, longest * 4)
    .normalize('NFC')
    .replace(/[\s\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}]|(?![\u200c\u200d])(?!^\u200f)\p{Cf}/gu, '')
    .replace(STRAY_JOINER, '')
    .replace(/ {2,}/g, ' ')
    .replace(
      /([\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]{2})[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]+/g,
      '$1',
    )
    .replace(/(\p{M}{6})\p{M}+/gu, '$1')
    .trim();
  const characters = [...cleaned];
  return characters.length <= longest ? cleaned : `${characters.slice(0, longest - 1).join('')}…`;
}
