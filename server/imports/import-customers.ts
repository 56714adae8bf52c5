import { v7 as newId } from 'uuid';
import { CUSTOMER_FIELDS, fieldNames, valuesOver } from '#contract/editable-fields.ts';
import { findKey } from '#domain/find-by-name.ts';
import { nameKey } from '#domain/name-key.ts';
import { findCustomersLike, type NamedCustomer } from '../network/customer-name-queries.ts';
import { type CustomerTexts, namesOf } from '../network/site-queries.ts';
import { cellsIn } from './customer-book.ts';
import { count, createSeen, differences, type ImportJob } from './import-outcome.ts';
import { findSharesOf } from './import-queries.ts';
import type { TableRow } from './read-table.ts';
import { createRowReader, type RowReader, readValues } from './row-reader.ts';
import type { ImportRun } from './run-import.ts';

type Known = {
  readonly customers: ReadonlyMap<string, NamedCustomer>;
  /** By customer and time, in parts per million. */
  readonly shares: ReadonlyMap<string, number>;
};

/** Imports one customer per line, identified by its name. A share creates a version that starts on `share_from`. */
export function importCustomers(job: ImportJob): ImportRun {
  const seen = createSeen();
  return {
    async batch(rows) {
      const known = await lookUp(job, rows);
      for (const row of rows) importLine(job, known, seen, row);
    },
  };
}

async function lookUp({ db }: ImportJob, rows: readonly TableRow[]): Promise<Known> {
  // Names must match exactly here: a name that only resembles a stored name is another customer.
  const customers = await findCustomersLike(db, cellsIn('customers', rows, 'name').map(findKey));
  const shares = await findSharesOf(
    db,
    customers.map(({ id }) => id),
  );
  return {
    customers: new Map(customers.map((row) => [row.name_key, row])),
    shares: new Map(shares.map((row) => [`${row.customer_id} ${row.valid_from}`, row.share_ppm])),
  };
}

function importLine(job: ImportJob, known: Known, seen: ReturnType<typeof createSeen>, row: TableRow): void {
  job.staging.begin(row.line);
  const reader = createRowReader('customers', row, job.findings);
  const texts = readValues(reader, CUSTOMER_FIELDS);
  const { name } = texts;
  const kind = reader.choice('kind');
  const share = readShare(job, reader, kind);
  const earlier = name === '' ? undefined : seen(nameKey(name), row.line);
  if (earlier !== undefined) reader.note('name', `is the same customer as in line ${earlier}; keep one of the lines`);
  if (kind === null || !reader.isGood()) return;
  const id = saveCustomer(job, reader, known.customers.get(nameKey(name)), { ...texts, kind });
  if (id === null || share === undefined) return;
  const stored = known.shares.get(`${id} ${share.fromMs}`);
  if (stored !== undefined && stored !== share.sharePpm) {
    reader.note('share', 'differs from the share that starts on that date; enter a later share_from');
    return;
  }
  count(job, 'shares', stored === undefined ? 'created' : 'unchanged', { line: reader.line, name });
  if (stored !== undefined) return;
  if (known.customers.has(nameKey(name))) job.staging.expect('customers', id, 'deleted_at', null);
  const version = { share_ppm: share.sharePpm, valid_from: share.fromMs };
  job.staging.insert('owner_shares', { id: newId(), customer_id: id, ...version });
}

function readShare(
  job: ImportJob,
  reader: RowReader<'customers'>,
  kind: string | null,
): { sharePpm: number; fromMs: number } | undefined {
  const sharePpm = reader.sharePpm('share');
  if (!reader.has('share')) {
    if (reader.has('share_from')) reader.note('share_from', 'requires a share; enter one or leave both blank');
    return undefined;
  }
  if (kind === 'advertiser') reader.note('share', 'is for property customers only; leave it blank');
  const fromMs = reader.instant('share_from', job.networkTimeZone);
  return typeof sharePpm === 'number' && fromMs !== null ? { sharePpm, fromMs } : undefined;
}

function saveCustomer(
  job: ImportJob,
  reader: RowReader<'customers'>,
  stored: NamedCustomer | undefined,
  wanted: CustomerTexts & Pick<NamedCustomer, 'kind'>,
): string | null {
  const { staging, nowMs } = job;
  if (stored === undefined) {
    count(job, 'customers', 'created', { line: reader.line, name: wanted.name });
    const id = newId();
    const times = { created_at: nowMs, updated_at: nowMs, deleted_at: null };
    staging.insert('customers', { id, ...wanted, ...namesOf(wanted.name), ...times });
    return id;
  }
  if (stored.kind !== wanted.kind) {
    reader.note(
      'kind',
      `is ${stored.kind} for the stored customer '${stored.name}' and cannot change; enter ${stored.kind} or another name`,
    );
    return null;
  }
  const texts = valuesOver(CUSTOMER_FIELDS, stored, wanted);
  const fields = differences(stored, texts, fieldNames(CUSTOMER_FIELDS));
  const isChanged = fields.length > 0;
  if (isChanged) {
    const change = { ...texts, updated_at: Math.max(nowMs, stored.updated_at + 1) };
    staging.update('customers', { id: stored.id, ...change }, stored.updated_at);
  }
  count(job, 'customers', isChanged ? 'changed' : 'unchanged', { line: reader.line, name: wanted.name, fields });
  return stored.id;
}
