import { LONGEST } from './printable-text.ts';

/** Where a joiner is a part of how a word is written: after a letter or mark of a script that joins, or a picture, and before another. */
const STRAY_JOINER =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])|(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\u200c\u200d]/gu;

/**
 * Text from outside as paper shows it (docs/threat-model.md#e2): as `printableText`, but with the joiners that scripts and pictures need,
 * and all marks of a syllable. A first mark of direction stays: lines of a longer text have one.
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
