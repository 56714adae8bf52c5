import type { FastifyRequest } from 'fastify';
import { v7 as newId } from 'uuid';
import {
  MOST_SAVED_REPORTS,
  type NewSavedReport,
  type ReportQuestion,
  type SavedReport,
} from '#contract/saved-reports.ts';
import { nameKey } from '#domain/name-key.ts';
import { holdsRight, rightRefusal } from '#domain/organisation-right.ts';
import { hasInvisible, plainText } from '#domain/plain-text.ts';
import { takeAuditTurn, writeAudit } from '../../audit/write-audit.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { callerOf, scopeOfRequest } from '../../http/access-guard.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import { checkQuestion, type Telling } from './present-report.ts';
import {
  deleteSavedReport,
  findOwnNames,
  findSavedReport,
  insertSavedReport,
  type Keeper,
  type SavedReportRow,
  updateSavedReport,
} from './saved-reports-queries.ts';

/** Returns the user and organization whose saved reports the caller sees. */
export function keeperOf(request: FastifyRequest): Keeper {
  const scope = scopeOfRequest(request);
  return { userId: callerOf(request).userId, customerId: scope.kind === 'all' ? null : scope.customerId };
}

export const questionOf = ({ question }: { readonly question: string }): ReportQuestion =>
  JSON.parse(question) as ReportQuestion;

export const shownReport = (row: SavedReportRow, { userId }: Keeper): SavedReport => ({
  id: row.id,
  name: row.name,
  question: questionOf(row),
  shared: row.shared === 1,
  own: row.user_id === userId,
  made_by: row.made_by,
  version: row.version,
  updated_at: new Date(row.updated_at).toISOString(),
});

/** Finds a report that the caller can see. Throws 404 for another organization's report. */
export async function seenReport(accounts: AccountsDb, keeper: Keeper, id: string): Promise<SavedReportRow> {
  const row = await findSavedReport(accounts, keeper, id);
  if (row === undefined) throw new AppError('not-found', 'Report not found.');
  return row;
}

/**
 * Finds a report that the caller created. Throws 403 for other shared reports, because only their creators may change
 * them.
 */
export async function ownReport(accounts: AccountsDb, keeper: Keeper, id: string): Promise<SavedReportRow> {
  const row = await seenReport(accounts, keeper, id);
  if (row.user_id !== keeper.userId)
    throw new AppError(
      'forbidden',
      `Only ${row.made_by || 'its creator'} can change this report. Save your own copy instead.`,
    );
  return row;
}

/** Returns the columns to store. Throws if the report cannot be saved as given. */
function written(
  { config, now }: Telling,
  request: FastifyRequest,
  { name: typed, question, shared }: NewSavedReport,
  wasShared = false,
) {
  checkQuestion({ config, now }, scopeOfRequest(request), question);
  const name = plainText(typed);
  if (name === '') throw new FieldError({ name: 'Enter a name.' });
  if (hasInvisible(name)) throw new FieldError({ name: 'The name contains invisible characters. Type it again.' });
  // A shared report's creator may rename it, even after a change of role.
  if (shared && !wasShared) requireSharing(request);
  const text = JSON.stringify(question);
  return { name, name_key: nameKey(name), question: text, shared: shared ? 1 : 0, updated_at: now() } as const;
}

function requireSharing(request: FastifyRequest): void {
  const { customer, role, standing } = callerOf(request);
  const holder = { role, standing, isLinked: customer !== null };
  if (!holdsRight('manager', holder)) throw new AppError('forbidden', rightRefusal('manager', holder));
}

async function refuseSameName(tx: AccountsDb, keeper: Keeper, key: string, id: string | null): Promise<void> {
  const own = await findOwnNames(tx, keeper);
  if (own.some((other) => other.name_key === key && other.id !== id))
    throw new FieldError({ name: 'You already have a report with this name. Choose another name.' }, 'conflict');
  if (id === null && own.length >= MOST_SAVED_REPORTS)
    throw new AppError(
      'conflict',
      `You already have ${MOST_SAVED_REPORTS} reports. Delete one that you no longer need.`,
    );
}

export async function keepReport(needs: Telling, request: FastifyRequest, body: NewSavedReport): Promise<SavedReport> {
  const keeper = keeperOf(request);
  const row = written(needs, request, body);
  const id = newId();
  const at = needs.now();
  return needs.accounts.transaction().execute(async (tx) => {
    // Serializes saves, so that two reports with the same name are not saved simultaneously.
    await takeAuditTurn(tx);
    await refuseSameName(tx, keeper, row.name_key, null);
    const owner = { user_id: keeper.userId, customer_id: keeper.customerId };
    await insertSavedReport(tx, { id, ...owner, ...row, version: 0, created_at: at });
    const detail = { report: id, shared: body.shared };
    await writeAudit(tx, { ...authorOf(request), at, action: 'report.saved', subject: row.name, detail });
    return shownReport(await seenReport(tx, keeper, id), keeper);
  });
}

export async function changeReport(
  needs: Telling,
  request: FastifyRequest,
  id: string,
  { version, ...body }: NewSavedReport & { readonly version: number },
): Promise<SavedReport> {
  const keeper = keeperOf(request);
  const looked = await ownReport(needs.accounts, keeper, id);
  const row = written(needs, request, body, looked.shared === 1);
  return needs.accounts.transaction().execute(async (tx) => {
    await takeAuditTurn(tx);
    const before = await ownReport(tx, keeper, id);
    await refuseSameName(tx, keeper, row.name_key, id);
    if (!(await updateSavedReport(tx, { id, userId: keeper.userId, version }, row)))
      throw new AppError('conflict', 'This report was changed since you opened it. Reload it.');
    const detail = {
      report: id,
      ...(before.name === row.name ? {} : { name: { before: before.name, after: row.name } }),
      shared: { before: before.shared === 1, after: body.shared },
    };
    await writeAudit(tx, {
      ...authorOf(request),
      at: row.updated_at,
      action: 'report.changed',
      subject: row.name,
      detail,
    });
    return shownReport(await seenReport(tx, keeper, id), keeper);
  });
}

export async function dropReport({ accounts, now }: Telling, request: FastifyRequest, id: string): Promise<void> {
  const keeper = keeperOf(request);
  await accounts.transaction().execute(async (tx) => {
    const { name } = await ownReport(tx, keeper, id);
    await deleteSavedReport(tx, id);
    const entry = { at: now(), action: 'report.deleted', subject: name, detail: { report: id } };
    await writeAudit(tx, { ...authorOf(request), ...entry });
  });
}
