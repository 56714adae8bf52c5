import anyAscii from 'any-ascii';
import { nameKey } from './name-key.ts';

/**
 * Transliterates a character to ASCII. Removes marks, but keeps other characters without an ASCII form, so that only an
 * empty name has an empty key.
 */
const asciiOf = (character: string): string =>
  anyAscii(character).toLowerCase() || (/\p{M}/u.test(character) ? '' : character);

/**
 * Returns a name's search key: its `nameKey` in ASCII letters. `Cafe Muller` finds `Café Müller` with any database
 * engine and any keyboard. The conversion works letter by letter, so that a part of a name matches the same part of its
 * key. The search key does not define uniqueness: names with different `nameKey` are different names.
 */
export function findKey(name: string): string {
  const key = nameKey(name);
  return /^[\x20-\x7e]*$/.test(key) ? key : [...key].map(asciiOf).join('');
}

type Named = { readonly name: string };

/** The row that a name refers to, or an error with a suggestion. */
export type NameChoice<Row> =
  | { readonly one: Row; readonly problem: null }
  | { readonly one: null; readonly problem: string; readonly isAmbiguous: boolean };

const MOST_SHOWN = 5;

/** Letters and punctuation that do not decompose into a base letter and a mark, with their common replacements. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
};

/** Removes accents from a name, but keeps marks that are vowels or change a consonant, as in Hindi or Japanese. */
const withoutAccents = (name: string): string =>
  [
    ...nameKey(name)
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, ''),
  ]
    .map((letter) => PLAIN[letter] ?? letter)
    .join('');

const shownNames = (rows: readonly Named[]): string =>
  `${rows
    .slice(0, MOST_SHOWN)
    .map(({ name }) => `'${name}'`)
    .join(' or ')}${rows.length > MOST_SHOWN ? ' or others' : ''}`;

/**
 * Resolves a typed customer name. An exact match is preferred, ignoring case, spaces and Unicode form. Otherwise, a
 * name that differs only by accents matches, if there is just one such name. `rows` share the text's `findKey`, which
 * maps 张 and 章 to the same key. Where rights or outlets depend on the name, such a homophone is a different customer; a
 * search may include it (`alike`).
 */
export function chooseByName<Row extends Named>(
  rows: readonly Row[],
  text: string,
  ifUnknown: string,
  rule: 'accents' | 'alike' = 'accents',
): NameChoice<Row> {
  const key = nameKey(text);
  const exact = rows.find(({ name }) => nameKey(name) === key);
  const plain = withoutAccents(text);
  const meant = rule === 'alike' ? rows : rows.filter(({ name }) => withoutAccents(name) === plain);
  const [first, ...more] = meant;
  const one = exact ?? (more.length === 0 ? first : undefined);
  if (one !== undefined) return { one, problem: null };
  if (meant.length > 0)
    return {
      one: null,
      problem: `'${text}' could be ${shownNames(meant)}; enter the exact name`,
      isAmbiguous: true,
    };
  const guess = rows.length === 0 ? '' : `did you mean ${shownNames(rows)}? Enter the exact name, or `;
  return { one: null, problem: `'${text}' was not found; ${guess}${ifUnknown}`, isAmbiguous: false };
}
