import type { ImportAnswer, ImportChange } from '#contract/imports.ts';
import { type AuditEntry, takeAuditTurn, writeAudit } from '../audit.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { Counts, ImportJob } from './import-outcome.ts';
import { type Columns, type Finding, readTable } from './read-table.ts';

/** Room for a file of 5 MiB in base64. */
export const IMPORT_BODY_LIMIT = 7 * 1024 * 1024;

const MOST_ANSWERED = 200;

/** A kind of file: its columns, and what is done with its lines. */
export type Importer = {
  readonly columns: Columns;
  readonly run: (job: ImportJob) => Promise<void>;
  /** What the audit log calls it, such as `users.imported`. */
  readonly action: string;
};

export type ImportContext = {
  readonly accounts: AccountsDb;
  readonly now: () => number;
  readonly networkTimeZone: string;
  /** Who imports, for the audit log. */
  readonly author: Pick<AuditEntry, 'actorId' | 'actor' | 'ip'>;
};

export type ImportOrder = { readonly content: Buffer; readonly fileName: string; readonly dryRun: boolean };

export type ImportOutcome = {
  readonly done: boolean;
  readonly rows: number;
  readonly counts: Counts;
  /** By line. */
  readonly findings: readonly Finding[];
  readonly changes: readonly ImportChange[];
};

/** Ends the transaction of a dry run or of a file with findings: what it did is only told. */
class NothingStored extends Error {}

/**
 * Imports a whole file or nothing: every line is checked, all changes are one transaction. The same file again changes
 * nothing. Throws `AppError('invalid')` for a file that is no table of these columns.
 */
export async function runImport(
  { accounts, now, networkTimeZone, author }: ImportContext,
  { columns, run, action }: Importer,
  { content, fileName, dryRun }: ImportOrder,
): Promise<ImportOutcome> {
  const table = readTable(content, columns);
  const findings = [...table.findings];
  const changes: ImportChange[] = [];
  const counts: Counts = new Map();
  const nowMs = now();
  const work = accounts.transaction().execute(async (tx) => {
    await takeAuditTurn(tx);
    await run({ tx, table, findings, counts, changes, nowMs, networkTimeZone });
    if (dryRun || findings.length > 0) throw new NothingStored();
    await writeAudit(tx, { ...author, at: nowMs, action, subject: fileName, detail: Object.fromEntries(counts) });
  });
  const done = await work.then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof NothingStored)) throw error;
      return false;
    },
  );
  findings.sort((one, other) => one.line - other.line);
  return { done, rows: table.rows.length + table.findings.length, counts, findings, changes };
}

/** The outcome as the browser gets it. */
export const importAnswer = ({ done, rows, counts, findings, changes }: ImportOutcome): ImportAnswer => ({
  done,
  rows,
  counts: [...counts].map(([thing, numbers]) => ({ thing, ...numbers })),
  findings: findings.slice(0, MOST_ANSWERED),
  findings_total: findings.length,
  changes: changes.slice(0, MOST_ANSWERED),
  changes_total: changes.length,
});
