import { createHash } from 'node:crypto';
import { nameKey } from '#domain/name-key.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { count, createSeen, type ImportJob } from '../../imports/import-outcome.ts';
import type { Columns, TableRow } from '../../imports/read-table.ts';
import { createRowReader, type RowReader } from '../../imports/row-reader.ts';
import type { Importer } from '../../imports/run-import.ts';
import { findCustomerByName, findImported, findUserByEmail, noteImported, type UserRow } from './accounts-queries.ts';
import { type Author, applyChange, diffOf } from './change-user.ts';
import { storeNewUser } from './create-user.ts';
import { sendInvitation } from './send-invitation.ts';
import { checkUserFields, type UserFields, type UserInput } from './user-fields.ts';

/** The columns that an export adds are read over, so that an exported file can be changed and imported. */
export const USER_COLUMNS: Columns = {
  required: ['email'],
  optional: [
    ...['first_name', 'last_name', 'phone', 'role', 'customer', 'disabled', 'invite'],
    ...['status', 'email_verified', 'last_seen_at', 'created_at'],
  ],
};

const READ = ['email', 'first_name', 'last_name', 'phone', 'role', 'customer', 'disabled'] as const;
const ROLES = ['admin', 'property', 'advertiser', 'unassigned', 'full'] as const;
/** Of a form's field, in the file. */
const COLUMN_OF: Readonly<Record<string, string>> = {
  firstName: 'first_name',
  lastName: 'last_name',
  phoneNumber: 'phone',
  cid: 'customer',
};

type Settings = Pick<Dependencies, 'config' | 'mail' | 'now'> & { readonly author: Author };

/**
 * One account a line, known by its address. A line that was imported before changes nothing, even if the account was
 * changed or deleted since: it is known by its hash. An empty cell leaves what is stored.
 */
export const usersImporter = (settings: Settings): Importer => ({
  columns: USER_COLUMNS,
  action: 'users.imported',
  run: async (job) => {
    const seen = createSeen();
    for (const row of job.table.rows) await importLine(job, settings, row, seen);
  },
});

type Seen = ReturnType<typeof createSeen>;

async function importLine(job: ImportJob, settings: Settings, row: TableRow, seen: Seen): Promise<void> {
  const reader = createRowReader(row, job.findings);
  const email = reader.email('email');
  if (email === null) return;
  const earlier = seen(email, row.line);
  if (earlier !== undefined) return reader.note('email', `stands in line ${earlier} too; one line for each account`);
  const hash = hashOf(row);
  if ((await findImported(job.tx, email, hash)) !== undefined) return count(job, 'accounts', 'unchanged');
  const stored = await findUserByEmail(job.tx, email);
  const input = await readInput(job, reader, email, stored);
  const invite = reader.flag('invite');
  if (input === null || !reader.isGood()) return;
  try {
    const fields = await checkUserFields(job.tx, input, stored);
    if (stored === undefined) await create(job, settings, { fields, hash, line: row.line, invite: invite === true });
    else await change(job, settings, { stored, fields, hash, line: row.line });
  } catch (error) {
    noteRefusal(reader, error);
  }
}

/** What the line says, without what says nothing about the account; the same line has the same hash for ever. */
function hashOf({ cells }: TableRow): string {
  const said = READ.map((column) => (cells[column] ?? '').normalize('NFC').trim());
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}

async function readInput(
  job: ImportJob,
  reader: RowReader,
  email: string,
  stored: UserRow | undefined,
): Promise<UserInput | null> {
  const text = (column: string, longest: number, before: string | undefined) =>
    reader.has(column) ? reader.optionalText(column, longest) : (before ?? '');
  const role = reader.has('role') || stored === undefined ? reader.choice('role', ROLES) : stored.role;
  if (role === 'full' && stored?.role !== 'full')
    reader.note('role', 'sees every customer: make such an account by hand, where it has to be confirmed');
  const isLinked = role === 'property' || role === 'advertiser';
  const customer = reader.has('customer')
    ? await findCustomerByName(job.tx, nameKey(reader.optionalText('customer', 200)))
    : undefined;
  if (reader.has('customer') && customer === undefined) reader.note('customer', 'is unknown; write its exact name');
  if (role === null) return null;
  return {
    firstName: text('first_name', 80, stored?.first_name),
    lastName: text('last_name', 80, stored?.last_name),
    phoneNumber: text('phone', 40, stored?.phone_number),
    email,
    role: role === 'full' ? '' : role,
    cid: customer?.id ?? (isLinked ? (stored?.customer_id ?? '') : ''),
    disabled: reader.flag('disabled') ?? stored?.disabled === 1,
  };
}

type Creation = { fields: UserFields; hash: string; line: number; invite: boolean };

async function create(job: ImportJob, { author, mail, now }: Settings, { fields, hash, line, invite }: Creation) {
  const user = await storeNewUser(job.tx, fields, { by: author.actorId, at: job.nowMs, importHash: hash });
  if (invite) await sendInvitation(job.tx, { mail, now }, user);
  count(job, 'accounts', 'created', { line, name: fields.email });
  if (invite) count(job, 'invitations', 'created', { line, name: fields.email });
}

type Update = { stored: UserRow; fields: UserFields; hash: string; line: number };

async function change(job: ImportJob, settings: Settings, { stored, fields, hash, line }: Update): Promise<void> {
  const diff = diffOf(stored, fields);
  if (stored.demo === 1 && Object.keys(diff).length > 0)
    throw new FieldError({ email: 'This is a demo account, which cannot be changed.' });
  const changed = Object.entries(diff).map(([field, { before, after }]) => ({
    field,
    before: String(before ?? ''),
    after: String(after ?? ''),
  }));
  if (changed.length > 0)
    await applyChange(job.tx, settings, {
      ...settings,
      user: stored,
      fields,
      diff,
      requireFreshLogin: () => undefined,
    });
  if (stored.demo === 0) await noteImported(job.tx, stored.id, hash);
  count(job, 'accounts', changed.length > 0 ? 'changed' : 'unchanged', { line, name: stored.email, fields: changed });
}

/** Each refused field under its column; anything that is no refusal is a failure of ours. */
function noteRefusal(reader: RowReader, error: unknown): void {
  if (!(error instanceof AppError)) throw error;
  const faults = error instanceof FieldError ? Object.entries(error.fields) : [['', error.message] as const];
  for (const [field, message] of faults)
    reader.note(
      COLUMN_OF[field] ?? field,
      message.replace(/\.$/, '').replace(/^\p{Lu}/u, (first) => first.toLowerCase()),
    );
}
