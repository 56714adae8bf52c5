import anyAscii from 'any-ascii';
import { nameKey } from './name-key.ts';

/** Marks fall away, and what has no ASCII form stays as it is: a key is never empty where the name is not. */
const asciiOf = (character: string): string =>
  anyAscii(character).toLowerCase() || (/\p{M}/u.test(character) ? '' : character);

/**
 * By what a name is found: its key form in ASCII letters, so that `Cafe Muller` finds `Café Müller` whatever the engine and the
 * keyboard. Letter by letter, so that a part of a name is found by the same part of its key. Names that differ in `nameKey` are
 * different names all the same: this decides nothing about uniqueness.
 */
export function findKey(name: string): string {
  const key = nameKey(name);
  return /^[\x20-\x7e]*$/.test(key) ? key : [...key].map(asciiOf).join('');
}

type Named = { readonly name: string };

/** What a name means, or what is wrong with it and what to write instead. */
export type NameChoice<Row> =
  | { readonly one: Row; readonly problem: null }
  | { readonly one: null; readonly problem: string; readonly isAmbiguous: boolean };

const MOST_SHOWN = 5;

/** Letters and signs that are no other one with a mark, and what is written where a keyboard lacks them. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i', æ: 'ae', œ: 'oe', þ: 'th' },
  ...{ '‘': "'", '’': "'", '–': '-', '—': '-' },
};

/** A name without its accents. Marks that are vowels or other consonants, as in Hindi or Japanese, stay. */
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
 * The rule for a customer's name, wherever somebody writes one: the name itself whatever its case, blanks and Unicode form,
 * else the only one that differs by accents. `rows` are those of the text's `findKey`, which writes 张 and 章 alike: what only
 * reads the same is another customer where rights or outlets hang on it, and is meant too where somebody looks (`alike`).
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
      problem: `'${text}' may be ${shownNames(meant)}; write the one that is meant`,
      isAmbiguous: true,
    };
  const guess = rows.length === 0 ? '' : `did you mean ${shownNames(rows)}? Write it as it is, or `;
  return { one: null, problem: `'${text}' is unknown; ${guess}${ifUnknown}`, isAmbiguous: false };
}
