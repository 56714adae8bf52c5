import { nameKey } from '#domain/name-key.ts';
import { type CustomerRow, findCustomers, insertCustomer, updateCustomer } from '../network/site-queries.ts';
import { addShare } from '../network/version-queries.ts';
import { type Change, count, createSeen, differences, type ImportJob } from './import-outcome.ts';
import type { Columns } from './read-table.ts';
import { createRowReader, type RowReader } from './row-reader.ts';

export const CUSTOMER_COLUMNS: Columns = {
  required: ['name', 'kind'],
  optional: ['category', 'share', 'share_from'],
};

/** One customer a line, known by its name. A share begins a version on `share_from`. */
export async function importCustomers(job: ImportJob): Promise<void> {
  const known = new Map((await findCustomers(job.tx)).map((row) => [row.name_key, row]));
  const seen = createSeen();
  for (const row of job.table.rows) {
    const reader = createRowReader(row, job.findings);
    const name = reader.text('name', 200);
    const kind = reader.choice('kind', ['property', 'advertiser']);
    const category = reader.optionalText('category', 60).toLowerCase();
    const share = readShare(job, reader, kind);
    const earlier = name === null ? undefined : seen(nameKey(name), row.line);
    if (earlier !== undefined) reader.note('name', `is the same customer as line ${earlier}; keep one of the two`);
    if (name === null || kind === null || !reader.isGood()) continue;
    const id = await saveCustomer(job, reader, known.get(nameKey(name)), { name, kind, category });
    if (id === null || share === undefined) continue;
    const added = await addShare(job.tx, { customerId: id, ...share });
    if (added === 'conflict')
      reader.note('share', 'differs from the share that begins on that date; choose a later share_from');
    else count(job, 'shares', added, { line: reader.line, name });
  }
}

function readShare(
  job: ImportJob,
  reader: RowReader,
  kind: string | null,
): { sharePpm: number; fromMs: number } | undefined {
  const sharePpm = reader.sharePpm('share');
  if (!reader.has('share')) {
    if (reader.has('share_from')) reader.note('share_from', 'needs a share; write one or leave both empty');
    return undefined;
  }
  if (kind === 'advertiser') reader.note('share', 'is for property customers; leave it empty');
  const fromMs = reader.instant('share_from', job.networkTimeZone);
  return typeof sharePpm === 'number' && fromMs !== null ? { sharePpm, fromMs } : undefined;
}

async function saveCustomer(
  job: ImportJob,
  reader: RowReader,
  stored: CustomerRow | undefined,
  wanted: Pick<CustomerRow, 'name' | 'kind' | 'category'>,
): Promise<string | null> {
  if (stored === undefined) {
    count(job, 'customers', 'created', { line: reader.line, name: wanted.name });
    return insertCustomer(job.tx, wanted, job.nowMs);
  }
  if (stored.kind !== wanted.kind) {
    reader.note(
      'kind',
      `is ${stored.kind} for the stored customer '${stored.name}' and cannot change; write ${stored.kind} or another name`,
    );
    return null;
  }
  const category = reader.has('category') ? wanted.category : stored.category;
  const change: Change = stored.name === wanted.name && stored.category === category ? 'unchanged' : 'changed';
  if (change === 'changed') await updateCustomer(job.tx, stored.id, { name: wanted.name, category }, job.nowMs);
  const fields = differences(stored, { ...wanted, category }, ['name', 'category']);
  count(job, 'customers', change, { line: reader.line, name: wanted.name, fields });
  return stored.id;
}
