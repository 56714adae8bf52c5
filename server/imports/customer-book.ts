import { nameKey } from '#domain/name-key.ts';
import { withFormula } from '../exports/send-csv.ts';
import type { ImportJob } from './import-outcome.ts';
import { type CustomerRow, findCustomersNamed } from './import-queries.ts';
import type { TableRow } from './read-table.ts';

/** Forgotten and asked anew beyond it: a file may name any number of customers. */
const MOST_KEPT = 20_000;

export type CustomerBook = {
  /** Looks up whom lines name in a column; a file names few customers many times. */
  learn(names: Iterable<string>): Promise<void>;
  readonly known: ReadonlyMap<string, CustomerRow>;
  /** The customer still has to be there when the import is stored. */
  rely(customer: CustomerRow): void;
};

export function createCustomerBook({ db, staging }: Pick<ImportJob, 'db' | 'staging'>): CustomerBook {
  const known = new Map<string, CustomerRow>();
  const asked = new Set<string>();
  const relied = new Set<string>();
  return {
    known,
    async learn(names) {
      if (asked.size > MOST_KEPT) {
        asked.clear();
        known.clear();
      }
      const missing = new Set([...names].map(nameKey).filter((key) => key !== '' && !asked.has(key)));
      for (const key of missing) asked.add(key);
      for (const row of await findCustomersNamed(db, missing)) known.set(row.name_key, row);
    },
    rely({ id }) {
      if (relied.has(id)) return;
      relied.add(id);
      staging.expect('customers', id, 'deleted_at', null);
    },
  };
}

/** What lines say in a column, as their reader reads it. */
export const cellsIn = (rows: readonly TableRow[], column: string): string[] =>
  rows.map(({ cells }) => withFormula(cells[column] ?? ''));
