import { type RawBuilder, sql } from 'kysely';
import { type AccountsDb, isPostgres } from './accounts-db.ts';

type Column = string | RawBuilder<unknown>;

/**
 * Builds a condition that a column (`table.column`) or expression contains the literal text. No character in the text
 * is interpreted as a pattern (docs/threat-model.md#j6). Case-sensitive; names are compared by their name key.
 */
export const containsText = (column: Column, text: string): RawBuilder<boolean> => like(column, `%${literal(text)}%`);

/** Like `containsText`, but matches only the beginning. */
export const startsWithText = (column: Column, text: string): RawBuilder<boolean> => like(column, `${literal(text)}%`);

/**
 * Like `containsText` but ignores case, for text without a name key. SQLite lowercases only ASCII, and PostgreSQL
 * lowercases only the letters of its locale. So the pattern contains both cases of each letter.
 */
export function containsAnyCase(accounts: AccountsDb, column: Column, text: string): RawBuilder<boolean> {
  const onPostgres = isPostgres(accounts);
  const letters = [...text].map((letter) => {
    const cases = casesOf(letter);
    if (cases.length > 1) return `[${cases.join('')}]`;
    if (onPostgres) return /[^\p{L}\p{N}\s_]/u.test(letter) && letter < '\x7f' ? `\\${letter}` : letter;
    return /[*?[]/.test(letter) ? `[${letter}]` : letter;
  });
  const pattern = letters.join('');
  return onPostgres
    ? sql<boolean>`${expressionOf(column)} ~ ${pattern}`
    : sql<boolean>`${expressionOf(column)} glob ${`*${pattern}*`}`;
}

const expressionOf = (column: Column) => (typeof column === 'string' ? sql.ref(column) : column);
const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
const like = (column: Column, pattern: string) => sql<boolean>`${expressionOf(column)} like ${pattern} escape '\\'`;

/**
 * Returns the lower and upper case of a letter. Omits cases that consist of several letters, such as the upper case of
 * `ß`.
 */
const casesOf = (letter: string): string[] =>
  [...new Set([letter, letter.toLowerCase(), letter.toUpperCase()])].filter((one) => [...one].length === 1);
