import type { ImportedColumn, ImportedKind } from '#contract/csv-columns.ts';
import { chooseByName, findKey, type NameChoice } from '#domain/find-by-name.ts';
import { withFormula } from '#domain/spreadsheet-text.ts';
import { findCustomersLike, type NamedCustomer } from '../network/customer-name-queries.ts';
import type { ImportJob } from './import-outcome.ts';
import type { TableRow } from './read-table.ts';

/**
 * Maximum number of cached customers, because a file may name any number. When the limit is exceeded, the cache is
 * cleared, and customers are read again if needed.
 */
const MOST_KEPT = 20_000;

export type CustomerBook = {
  /** Starts a batch. May clear what earlier batches looked up; this batch's entries stay. */
  begin(): void;
  /** Looks up the customers that lines name in a column. A file usually names a few customers many times. */
  learn(names: Iterable<string>): Promise<void>;
  /** Returns the customer with a name that was looked up. */
  named(name: string): NameChoice<NamedCustomer>;
  /** Requires that the customer still exists when the import is stored. */
  rely(customer: Pick<NamedCustomer, 'id'>): void;
};

const IF_UNKNOWN = 'import it with customers.csv first, or correct the name';

export function createCustomerBook(
  { db, staging }: Pick<ImportJob, 'db' | 'staging'>,
  mostKept = MOST_KEPT,
): CustomerBook {
  const known = new Map<string, NamedCustomer[]>();
  const relied = new Set<string>();
  return {
    begin() {
      if (known.size > mostKept) known.clear();
    },
    async learn(names) {
      const missing = new Set([...names].map(findKey).filter((key) => key !== '' && !known.has(key)));
      for (const key of missing) known.set(key, []);
      for (const row of await findCustomersLike(db, missing)) known.get(row.find_key)?.push(row);
    },
    named: (name) => chooseByName(known.get(findKey(name)) ?? [], name, IF_UNKNOWN),
    rely({ id }) {
      if (relied.has(id)) return;
      relied.add(id);
      staging.expect('customers', id, 'deleted_at', null);
    },
  };
}

/** Returns each row's cell in a column, in the form in which the row reader returns it. */
export const cellsIn = <Kind extends ImportedKind>(
  _kind: Kind,
  rows: readonly TableRow[],
  column: ImportedColumn<Kind>,
): string[] => rows.map(({ cells }) => withFormula(cells[column] ?? ''));
