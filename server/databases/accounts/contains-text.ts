import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a column (`table.column`) or expression holds the text, taken literally: no character of it is a pattern
 * (docs/threat-model.md#j6). Case counts; names are compared by their key form.
 */
export function containsText(column: string | RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const expression = typeof column === 'string' ? sql.ref(column) : column;
  return sql<boolean>`${expression} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;
}
