import { randomBytes } from 'node:crypto';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';
import { AppError } from '../http/app-error.ts';
import { breathe } from './breathe.ts';
import {
  clearRows,
  countMissing,
  createLike,
  createList,
  dropTable,
  insertRows,
  moveRows,
  readList,
  updateRows,
} from './staging-queries.ts';

export type TableName = keyof AccountsSchema & string;
type Row = Readonly<Record<string, unknown>> & { readonly id: string };
type Kind = 'expect' | 'clear' | 'update' | 'insert' | 'list';

type Heap = {
  readonly kind: Kind;
  readonly table: string;
  readonly guard: string;
  readonly name: string;
  readonly columns: readonly string[];
  waiting: Row[];
  total: number;
  isMade: boolean;
};

/**
 * What an import would store, in temporary tables that only it sees: they are filled while nobody has to wait, and moved to
 * their places by a few statements of one short transaction. A row that somebody else changed meanwhile refuses the whole.
 */
export type Staging = {
  insert(table: TableName, row: Row): void;
  /** Changes `row`'s columns if `guard` still has the value `was`. */
  update(table: TableName, row: Row, was: number | null, guard?: string): void;
  /** The row has to be there with this value of `guard` when the import is stored. */
  expect(table: TableName, id: string, guard: string, was: number | null): void;
  /** Deletes the rows of the table whose `column` is the id, before others are inserted. */
  clear(table: TableName, column: string, id: string): void;
  /** Keeps a row for the importer itself to read again with `list`, in this order. */
  keep(list: string, row: Row): void;
  list(tx: AccountsDb, list: string): AsyncGenerator<readonly Row[]>;
  /** Writes what waits in memory to the temporary tables. */
  flush(): Promise<void>;
  publish(tx: AccountsDb): Promise<void>;
  drop(): Promise<void>;
};

/** Rows refer to those of the tables before. */
const ORDER: readonly string[] = [
  ...['customers', 'venues', 'outlets', 'outlet_assignments', 'owner_shares', 'campaigns', 'flights'],
  ...['flight_prices', 'flight_targets', 'users', 'account_tokens', 'mails'],
];
const PAGE = 500;
const TOGETHER = 100;

/** What the file rests on is not there any more, or not as it was. */
export const changedMeanwhile = () =>
  new AppError(
    'conflict',
    'Somebody else changed what the file names while it was checked. Nothing was imported; import it again.',
  );

export function createStaging(db: AccountsDb): Staging {
  const heaps = new Map<string, Heap>();
  const prefix = `temp_${randomBytes(6).toString('hex')}`;

  function heapOf(kind: Kind, table: string, guard: string, row: Row): Heap {
    const key = `${kind} ${table} ${guard}`;
    const known = heaps.get(key);
    if (known !== undefined) return known;
    const columns = Object.keys(row).filter((column) => column !== 'was');
    const name = `${prefix}_${heaps.size}`;
    const heap: Heap = { kind, table, guard, name, columns, waiting: [], total: 0, isMade: false };
    heaps.set(key, heap);
    return heap;
  }

  function put(kind: Kind, table: string, guard: string, row: Row): void {
    const heap = heapOf(kind, table, guard, row);
    heap.waiting.push(row);
    heap.total += 1;
  }

  async function make({ kind, table, name, columns, guard }: Heap): Promise<void> {
    if (kind === 'insert') await createLike(db, { name, table, columns });
    else if (kind === 'update') await createLike(db, { name, table, columns, guard });
    else await createList(db, name, kind === 'expect' ? [...columns, 'was'] : columns);
  }

  const of = (kind: Kind): Heap[] => [...heaps.values()].filter((heap) => heap.kind === kind && heap.isMade);

  return {
    insert: (table, row) => put('insert', table, '', row),
    update: (table, row, was, guard = 'updated_at') => put('update', table, guard, { ...row, was }),
    expect: (table, id, guard, was) => put('expect', table, guard, { id, was }),
    clear: (table, column, id) => put('clear', table, column, { id }),
    keep: (list, row) => put('list', list, '', row),
    async *list(tx, list) {
      const heap = heaps.get(`list ${list} `);
      if (heap === undefined) return;
      for (let offset = 0; offset < heap.total; offset += PAGE) {
        yield (await readList(tx, heap.name, { limit: PAGE, offset })) as Row[];
      }
    },
    async flush() {
      for (const heap of heaps.values()) {
        if (heap.waiting.length === 0) continue;
        if (!heap.isMade) await make(heap);
        heap.isMade = true;
        const rows = heap.waiting;
        heap.waiting = [];
        for (let from = 0; from < rows.length; from += TOGETHER) {
          await insertRows(db, heap.name, rows.slice(from, from + TOGETHER));
          await breathe();
        }
      }
    },
    async publish(tx) {
      for (const { name, table, guard } of of('expect')) {
        if ((await countMissing(tx, { name, table, guard })) > 0) throw changedMeanwhile();
      }
      for (const { name, table, guard } of of('clear')) await clearRows(tx, { name, table, column: guard });
      for (const { name, table, columns, guard, total } of of('update')) {
        if ((await updateRows(tx, { name, table, columns, guard })) !== total) throw changedMeanwhile();
      }
      const inserts = of('insert').sort((one, other) => ORDER.indexOf(one.table) - ORDER.indexOf(other.table));
      for (const { name, table, columns } of inserts) await moveRows(tx, { name, table, columns });
    },
    async drop() {
      for (const { name, isMade } of heaps.values()) if (isMade) await dropTable(db, name);
    },
  };
}

/** Keeps nothing: for a file that is only checked. */
export const NO_STAGING: Staging = {
  insert: () => undefined,
  update: () => undefined,
  expect: () => undefined,
  clear: () => undefined,
  keep: () => undefined,
  async *list() {},
  flush: async () => undefined,
  publish: async () => undefined,
  drop: async () => undefined,
};
