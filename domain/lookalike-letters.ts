/**
 * Lower-case letters that look like an ASCII letter, keyed by that letter. They are the single-letter confusables in
 * Unicode (UTS 39) from the alphabets that people type, as in browsers' domain checks. Texts are compared in lower case
 * after NFKC, which folds all other variants (wide, bold, script).
 */
const LOOK_LIKE: Readonly<Record<string, string>> = {
  a: 'аɑα',
  c: 'сϲ',
  d: 'ԁ',
  e: 'еҽ',
  f: 'ք',
  g: 'ɡց',
  h: 'һհ',
  i: 'іıɩι',
  j: 'јϳ',
  k: 'κ',
  l: 'ӏǀ',
  n: 'ηոռ',
  o: 'оοօ०০੦૦௦౦೦൦๐໐',
  p: 'рρ',
  q: 'ԛզ',
  s: 'ѕꜱ',
  t: 'τ',
  u: 'υս',
  v: 'ѵνᴠ',
  w: 'ԝωѡա',
  x: 'хχ',
  y: 'уγү',
  z: 'ᴢ',
};
const ASCII_OF = new Map(
  Object.entries(LOOK_LIKE).flatMap(([ascii, others]) => [...others].map((other) => [other, ascii] as const)),
);

/** Valid alphabets for one word: one alphabet in use today, or a combination common in East Asia. */
const ALPHABETS = [
  ...['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Thaana', 'Ethiopic', 'Devanagari'],
  ...['Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Thai', 'Lao'],
  ...['Tibetan', 'Myanmar', 'Khmer', 'Latin}\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana'],
  ...['Latin}\\p{Script=Han}\\p{Script=Hangul', 'Latin}\\p{Script=Han}\\p{Script=Bopomofo'],
].map((scripts) => new RegExp(`^[\\p{Script=Common}\\p{Script=Inherited}\\p{Script=${scripts}}]*$`, 'u'));

/**
 * Whether a lower-case word could be mistaken for another: it mixes alphabets, or it has non-ASCII letters and looks
 * like plain ASCII.
 */
export function isLookalike(word: string): boolean {
  if (/^[!-~]*$/.test(word)) return false;
  if (!ALPHABETS.some((alphabet) => alphabet.test(word))) return true;
  return /^[!-~]*$/.test([...word].map((letter) => ASCII_OF.get(letter) ?? letter).join(''));
}
