/*
 * Scripts that need a zero-width joiner or non-joiner inside words: Sinhala and other Indic scripts after a virama,
 * Persian and related scripts between letters that would join, and emoji sequences. Elsewhere, the two characters only
 * serve to hide something.
 */

/**
 * Characters of combining class 9 (Virama) in Unicode 16. RFC 5892 A.1 and A.2 allow both joiners after such a
 * character.
 */
const VIRAMA =
  /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e3a\u0eba\u0f84\u1039\u103a\u1714\u1715\u1734\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\u2d7f\ua806\ua82c\ua8c4\ua953\ua9c0\uaaf6\uabed\u{10a3f}\u{11046}\u{11070}\u{1107f}\u{110b9}\u{11133}\u{11134}\u{111c0}\u{11235}\u{112ea}\u{1134d}\u{113ce}-\u{113d0}\u{11442}\u{114c2}\u{115bf}\u{1163f}\u{116b6}\u{1172b}\u{11839}\u{1193d}\u{1193e}\u{119e0}\u{11a34}\u{11a47}\u{11a99}\u{11c3f}\u{11d44}\u{11d45}\u{11d97}\u{11f41}\u{11f42}\u{1612f}]$/u;

/** A letter of joining type D or L, then any marks: the letter would join the next one (RFC 5892 A.1). */
const JOINS_NEXT =
  /[\u0620\u0626\u0628\u062a-\u062e\u0633-\u063f\u0641-\u0647\u0649\u064a\u066e\u066f\u0678-\u0687\u069a-\u06bf\u06c1\u06c2\u06cc\u06ce\u06d0\u06d1\u06fa-\u06fc\u06ff\u0712-\u0714\u071a-\u071d\u071f-\u0727\u0729\u072b\u072d\u072e\u074e-\u0758\u075c-\u076a\u076d-\u0770\u0772\u0775-\u0777\u077a-\u077f\u07ca-\u07ea\u0841-\u0845\u0848\u084a-\u0853\u0855\u0860\u0862-\u0865\u0868\u0886\u0889-\u088d\u088f\u08a0-\u08a9\u08af\u08b0\u08b3-\u08b8\u08ba-\u08c8\u1807\u1820-\u1878\u1887-\u18a8\u18aa\ua840-\ua872\u{10ac0}-\u{10ac4}\u{10b80}\u{10d00}-\u{10d21}\u{1e900}-\u{1e943}]\p{Mn}*$/u;

/** Any marks, then a letter of joining type R or D: the letter would join the previous one. */
const JOINS_PREVIOUS =
  /^\p{Mn}*[\u0620\u0622-\u063f\u0641-\u064a\u066e\u066f\u0671-\u0673\u0675-\u06d3\u06d5\u06ee\u06ef\u06fa-\u06fc\u06ff\u0710\u0712-\u072f\u074d-\u077f\u07ca-\u07ea\u0840-\u0858\u0860\u0862-\u0865\u0867-\u086a\u0870-\u0882\u0886\u0889-\u088f\u08a0-\u08ac\u08ae-\u08c8\u1807\u1820-\u1878\u1887-\u18a8\u18aa\ua840-\ua871\u{10ac0}-\u{10ac5}\u{10b80}-\u{10b91}\u{10d01}-\u{10d23}\u{1e900}-\u{1e943}]/u;

/**
 * A virama after the joiner. Bengali puts the joiner before the virama to write ya-phala after ra, and Sinhala to write
 * touching letters.
 */
const BEFORE_VIRAMA = /^[\u09cd\u0dca]/u;
const LETTER_OF_THESE = /[\u0995-\u09b9\u0d9a-\u0dc6]$/u;

/** Unicode ED-16: emoji zwj sequences join elements with U+200D. */
const EMOJI_BEFORE = /\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?$/u;
const EMOJI_AFTER = /^\p{Extended_Pictographic}/u;

const ZWNJ = '\u200c';
/** The flags of England, Scotland and Wales, the only tag sequences that Unicode recommends. */
const TAGGED_FLAG =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/gu;

/** Number of UTF-16 units examined on each side of a joiner: enough for a letter and a few marks. */
const CONTEXT = 12;

/**
 * Returns the positions, in UTF-16 units, of joiners and emoji tags that the text needs. Joiners without effect are
 * excluded.
 */
function neededJoiners(text: string): ReadonlySet<number> {
  const needed = new Set<number>();
  for (const { index, 0: joiner } of text.matchAll(/[\u200c\u200d]/g)) {
    const before = text.slice(Math.max(0, index - CONTEXT), index);
    const after = text.slice(index + 1, index + 1 + CONTEXT);
    if (joiner === ZWNJ ? needsNonJoiner(before, after) : needsJoiner(before, after)) needed.add(index);
  }
  for (const { index, 0: flag } of text.matchAll(TAGGED_FLAG))
    for (let unit = 2; unit < flag.length; unit += 2) needed.add(index + unit);
  return needed;
}

const needsNonJoiner = (before: string, after: string): boolean =>
  VIRAMA.test(before) || (JOINS_NEXT.test(before) && JOINS_PREVIOUS.test(after));

const needsJoiner = (before: string, after: string): boolean =>
  VIRAMA.test(before) ||
  (LETTER_OF_THESE.test(before) && BEFORE_VIRAMA.test(after)) ||
  (EMOJI_BEFORE.test(before) && EMOJI_AFTER.test(after));

/**
 * Control, bidirectional, zero-width and other invisible characters. They can make two different texts look the same.
 */
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]|\u034f|\u180b|\u180c|\u180d|\u180e|\u180f/u;
const EVERY_INVISIBLE = new RegExp(INVISIBLE, 'gu');

/** Whether a text contains needless invisible characters. Joiners that its script or emoji need are allowed. */
export const hasInvisible = (text: string): boolean =>
  INVISIBLE.test(text) && replaceInvisible(text, '\0').includes('\0');

/** Replaces each invisible character that the text does not need with `by`. */
export function replaceInvisible(text: string, by: string): string {
  if (!INVISIBLE.test(text)) return text;
  const needed = neededJoiners(text);
  return text.replace(EVERY_INVISIBLE, (character, index: number) => (needed.has(index) ? character : by));
}

/** Returns the stored form of a text: Unicode-normalized, with single spaces, trimmed. */
export const plainText = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim();

/** Returns the form of `plainText` without invisible characters, for text whose author cannot correct it. */
export const visibleText = (text: string): string => plainText(replaceInvisible(plainText(text), ''));

/** Returns the form of `visibleText` for multiline text, keeping its line breaks. */
export const visibleLines = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\n]+/g, (line) => replaceInvisible(line.replace(/\t/g, ' '), ''))
    .trim();

/** Returns why a display text cannot be stored; null if it is valid. */
export function plainTextProblem(text: string, longest: number): string | null {
  if (hasInvisible(text)) return 'contains invisible or control characters; type it again';
  return text.length > longest ? `is longer than ${longest} characters` : null;
}
