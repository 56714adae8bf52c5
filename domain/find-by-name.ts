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

/**
 * The rule for a customer's name, wherever somebody writes one: the name itself whatever its case, blanks and Unicode form,
 * else the only one that reads the same in ASCII letters. `rows` are those of the text's `findKey`.
 */
export function chooseByName<Row extends Named>(
  rows: readonly Row[],
  text: string,
  ifUnknown: string,
): NameChoice<Row> {
  const key = nameKey(text);
  const exact = rows.find(({ name }) => nameKey(name) === key);
  const [first, ...more] = rows;
  const one = exact ?? (more.length === 0 ? first : undefined);
  if (one !== undefined) return { one, problem: null };
  const shown = rows.slice(0, MOST_SHOWN).map(({ name }) => `'${name}'`);
  const problem =
    rows.length === 0
      ? `'${text}' is unknown; ${ifUnknown}`
      : `'${text}' may be ${shown.join(' or ')}${rows.length > MOST_SHOWN ? ' or others' : ''}; write the one that is meant`;
  return { one: null, problem, isAmbiguous: rows.length > 0 };
}
