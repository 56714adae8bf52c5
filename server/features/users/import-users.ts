import { createHash } from 'node:crypto';
import type { ImportedColumn } from '#contract/csv-columns.ts';
import { emailKey } from '#domain/email.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { breathe } from '../../imports/breathe.ts';
import { type CustomerBook, cellsIn, createCustomerBook } from '../../imports/customer-book.ts';
import { count, createSeen } from '../../imports/import-outcome.ts';
import type { TableRow } from '../../imports/read-table.ts';
import { createRowReader, type RowReader } from '../../imports/row-reader.ts';
import type { Importer } from '../../imports/run-import.ts';
import { inGroups } from '../../lib/in-groups.ts';
import { diffOf } from './change-user.ts';
import { newUserRow } from './create-user.ts';
import {
  checkAdministrators,
  countAdmins,
  followChanges,
  holdAdministrators,
  noteChange,
  type Pass,
  type UserImportSettings,
} from './publish-changes.ts';
import { invitationOf } from './send-invitation.ts';
import { checkedFields, type UserFields, type UserInput } from './user-fields.ts';
import { findCustomersById, findImported, findUsersByEmail, type UserRow } from './users-queries.ts';

type Column = ImportedColumn<'users'>;

/** Columns with account data, which the invitation column does not have. */
const READ = [
  'email',
  'first_name',
  'last_name',
  'phone',
  'role',
  'customer',
  'disabled',
] as const satisfies readonly Column[];
/** The file column for each form field. */
const COLUMN_OF: Readonly<Record<string, Column>> = {
  email: 'email',
  role: 'role',
  standing: 'standing',
  disabled: 'disabled',
  first_name: 'first_name',
  last_name: 'last_name',
  phone_number: 'phone',
  customer_id: 'customer',
};

const NOBODY = { one: null, problem: null };

type Customer = Awaited<ReturnType<typeof findCustomersById>>[number];

/** Stored rows that the lines in a batch refer to. */
type Known = {
  readonly users: ReadonlyMap<string, UserRow>;
  /** `address hash` of lines that were already imported. */
  readonly imported: ReadonlySet<string>;
  readonly byId: ReadonlyMap<string, Customer>;
};

/**
 * Imports one account per line, identified by its address. A line that was already imported changes nothing, even if
 * the account was changed or deleted since; its hash identifies it. An empty cell keeps the stored value.
 */
export const usersImporter = (settings: UserImportSettings): Importer => ({
  kind: 'users',
  action: 'users.imported',
  follow: followChanges,
  run: (job) => {
    const pass: Pass = { job, settings, seen: createSeen(), book: createCustomerBook(job), promoted: 0, demoted: 0 };
    return {
      async batch(rows) {
        const known = await lookUp(pass, rows);
        await breathe();
        for (const row of rows) await importLine(pass, known, row);
      },
      finish: () => holdAdministrators(pass),
      verify: () => checkAdministrators(pass),
    };
  },
});

async function lookUp({ job: { db }, book }: Pass, rows: readonly TableRow[]): Promise<Known> {
  const users = await inGroups(
    cellsIn('users', rows, 'email').flatMap((email) => emailKey(email) ?? []),
    (keys) => findUsersByEmail(db, keys),
  );
  const imported = await inGroups(rows.map(hashOf), (hashes) => findImported(db, hashes));
  const names = cellsIn('users', rows, 'customer');
  book.begin();
  await book.learn(names);
  const named = names.flatMap((name) => book.named(name).one ?? []);
  const linked = await inGroups(
    users.flatMap(({ customer_id: id }) => id ?? []),
    (ids) => findCustomersById(db, ids),
  );
  return {
    users: new Map(users.map((user) => [user.email_key, user])),
    imported: new Set(imported.map(({ email_key, import_hash }) => `${email_key} ${import_hash}`)),
    byId: new Map([...linked, ...named].map((customer) => [customer.id, customer])),
  };
}

async function importLine(pass: Pass, known: Known, row: TableRow): Promise<void> {
  const { job, seen } = pass;
  job.staging.begin(row.line);
  const reader = createRowReader('users', row, job.findings);
  const email = reader.email('email');
  if (email === null) return;
  const earlier = seen(email, row.line);
  if (earlier !== undefined) return reader.note('email', `is also in line ${earlier}; keep one line per account`);
  const hash = hashOf(row);
  if (known.imported.has(`${email} ${hash}`)) return count(job, 'accounts', 'unchanged');
  const stored = known.users.get(email);
  const input = readInput(reader, pass.book, email, stored);
  const invite = reader.flag('invite');
  if (input === null || !reader.isGood()) return;
  try {
    const fields = checkedFields(input, stored, { customer: known.byId.get(input.customer_id), owner: stored });
    if (fields.customer_id !== null) pass.book.rely({ id: fields.customer_id });
    if (stored === undefined) create(pass, { fields, hash, line: row.line, invite: invite === true });
    else await change(pass, known, { stored, fields: { ...fields, email: stored.email }, hash, line: row.line });
  } catch (error) {
    noteRefusal(reader, error);
  }
}

/**
 * Hashes the account data in a line, without the columns that have no account data. The same line always has the same
 * hash.
 */
function hashOf({ cells }: TableRow): string {
  const of = (column: Column) => (cells[column] ?? '').normalize('NFC').trim();
  const said = READ.map(of);
  // Added after the other columns, so that older files without this column keep their hashes, and importing such a file
  // again still changes nothing.
  if (of('standing') !== '') said.push(of('standing').toLowerCase());
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}

function readInput(
  reader: RowReader<'users'>,
  book: CustomerBook,
  email: string,
  stored: UserRow | undefined,
): UserInput | null {
  const text = (column: Column, before: string | undefined) =>
    reader.has(column) ? reader.optionalText(column) : (before ?? '');
  const role = reader.has('role') || stored === undefined ? reader.choice('role') : stored.role;
  if (role === 'full' && stored?.role !== 'full')
    reader.note('role', 'would see every customer; create this account manually, where it must be confirmed');
  const isLinked = role === 'property' || role === 'advertiser';
  const standing = reader.has('standing') ? reader.choice('standing') : null;
  if (standing !== null && role !== null && !isLinked)
    reader.note('standing', 'applies to outlet owners and advertisers only; leave it blank');
  const { one: customer, problem } = reader.has('customer') ? book.named(reader.optionalText('customer')) : NOBODY;
  if (problem !== null) reader.note('customer', problem);
  if (role === null) return null;
  return {
    first_name: text('first_name', stored?.first_name),
    last_name: text('last_name', stored?.last_name),
    phone_number: text('phone', stored?.phone_number),
    email,
    role: role === 'full' ? '' : role,
    ...(standing === null ? {} : { standing }),
    customer_id: customer?.id ?? (isLinked ? (stored?.customer_id ?? '') : ''),
    disabled: reader.flag('disabled') ?? stored?.disabled === 1,
  };
}

type Creation = { fields: UserFields; hash: string; line: number; invite: boolean };

function create({ job, settings }: Pass, { fields, hash, line, invite }: Creation): void {
  const { author, mail } = settings;
  const user = newUserRow(fields, { by: author.actorId, at: job.nowMs, importHash: hash });
  job.staging.insert('users', user);
  count(job, 'accounts', 'created', { line, name: fields.email });
  if (!invite) return;
  const invitation = invitationOf({ mail, now: () => job.nowMs }, user);
  job.staging.insert('account_tokens', invitation.token);
  job.staging.insert('mails', invitation.mail);
  count(job, 'invitations', 'created', { line, name: fields.email });
}

type Update = { stored: UserRow; fields: UserFields; hash: string; line: number };

async function change(pass: Pass, known: Known, { stored, fields, hash, line }: Update): Promise<void> {
  const { job, settings } = pass;
  const diff = diffOf(stored, fields);
  const changed = Object.entries(diff).map(([field, { before, after }]) => ({
    field,
    before: String(before ?? ''),
    after: String(after ?? ''),
  }));
  if (stored.demo === 1 && changed.length > 0) throw new FieldError({ email: 'Demo accounts can’t be changed.' });
  if (stored.id === settings.author.actorId && fields.disabled === 1)
    throw new AppError('conflict', 'You can’t disable your own account.');
  await countAdmins(pass, stored, { ...stored, ...fields });
  if (stored.demo === 0) {
    const isChanged = changed.length > 0;
    const version = isChanged ? Math.max(job.nowMs, stored.updated_at + 1) : stored.updated_at;
    const by = isChanged ? settings.author.actorId : stored.updated_by_id;
    const row = { id: stored.id, ...fields, import_hash: hash, updated_at: version, updated_by_id: by };
    job.staging.update('users', row, stored.updated_at);
  }
  if (changed.length > 0) noteChange(pass, stored, diff, (id) => known.byId.get(id)?.name);
  count(job, 'accounts', changed.length > 0 ? 'changed' : 'unchanged', { line, name: stored.email, fields: changed });
}

/** Reports each invalid field under its column. Rethrows any other error as an internal failure. */
function noteRefusal(reader: RowReader<'users'>, error: unknown): void {
  if (!(error instanceof AppError)) throw error;
  const faults = error instanceof FieldError ? Object.entries(error.fields) : [['', error.message] as const];
  for (const [field, message] of faults)
    reader.note(
      COLUMN_OF[field] ?? '',
      message.replace(/\.$/, '').replace(/^\p{Lu}/u, (first) => first.toLowerCase()),
    );
}
