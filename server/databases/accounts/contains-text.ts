import { type RawBuilder, sql } from 'kysely';
import { type AccountsDb, isPostgres } from './accounts-db.ts';

type Column = string | RawBuilder<unknown>;

/**
 * Whether a column (`table.column`) or expression holds the text, taken literally: no character of it is a pattern
 * (docs/threat-model.md#j6). Case counts; names are compared by their key form.
 */
export const containsText = (column: Column, text: string): RawBuilder<boolean> => like(column, `%${literal(text)}%`);

/** The same for its beginning. */
export const startsWithText = (column: Column, text: string): RawBuilder<boolean> => like(column, `${literal(text)}%`);

/**
 * The same for text that has no key form, whatever the case of its letters: SQLite lowers ASCII alone, and PostgreSQL what its
 * locale knows, so each letter of the text is asked for in both cases.
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

/** Of one letter each: `ß` has no other case that would be one. */
const casesOf = (letter: string): string[] =>
  [...new Set([letter, letter.toLowerCase(), letter.toUpperCase()])].filter((one) => [...one].length === 1);
