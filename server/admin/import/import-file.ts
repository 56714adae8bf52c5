import { audit } from '../admin-audit.ts';
import type { AdminContext } from '../admin-context.ts';
import { AdminError } from '../admin-error.ts';
import { CAMPAIGN_COLUMNS, importCampaigns } from './import-campaigns.ts';
import { CUSTOMER_COLUMNS, importCustomers } from './import-customers.ts';
import type { Counts, ImportJob, Kind } from './import-outcome.ts';
import { importOutlets, OUTLET_COLUMNS } from './import-outlets.ts';
import { lockForWriting } from './import-queries.ts';
import { type Columns, type Finding, readTable } from './read-table.ts';

const MOST_SHOWN = 50;

const KINDS: Readonly<Record<Kind, { columns: Columns; run: (job: ImportJob) => Promise<void> }>> = {
  customers: { columns: CUSTOMER_COLUMNS, run: importCustomers },
  outlets: { columns: OUTLET_COLUMNS, run: importOutlets },
  campaigns: { columns: CAMPAIGN_COLUMNS, run: importCampaigns },
};

/** The kind of a file from its name: `outlets.csv`, `2026-11 outlets.csv`. Null when the name does not say. */
export function kindOfFile(fileName: string): Kind | null {
  const kinds: Kind[] = ['customers', 'outlets', 'campaigns'];
  const named = kinds.filter((kind) => fileName.toLowerCase().includes(kind));
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** Ends the transaction of a dry run, whose changes are only counted. */
class DryRunEnd extends Error {}

export type ImportOrder = {
  readonly kind: Kind;
  readonly content: Buffer;
  readonly fileName: string;
  readonly dryRun: boolean;
};

/**
 * Imports a whole file or nothing: every line is checked, all changes are one transaction. The same file again changes
 * nothing. Throws `AdminError` with one line per finding.
 */
export async function importFile(context: AdminContext, order: ImportOrder): Promise<Counts> {
  const { columns, run } = KINDS[order.kind];
  const table = readTable(order.content, columns);
  const counts: Counts = new Map();
  const work = context.accounts.transaction().execute(async (tx) => {
    await lockForWriting(tx);
    const findings = [...table.findings];
    const nowMs = context.now();
    await run({ tx, table, findings, counts, nowMs, networkTimeZone: context.config.networkTimeZone });
    if (findings.length > 0) throw new AdminError(shownFindings(order.fileName, findings));
    if (order.dryRun) throw new DryRunEnd();
    await audit(tx, {
      at: nowMs,
      action: `network.imported-${order.kind}`,
      subject: order.fileName,
      detail: Object.fromEntries(counts),
    });
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof DryRunEnd)) throw error;
  });
  return counts;
}

function shownFindings(fileName: string, findings: readonly Finding[]): string {
  const sorted = [...findings].sort((one, other) => one.line - other.line);
  const lines = sorted.slice(0, MOST_SHOWN).map(({ line, column, message }) => {
    return `${fileName}, line ${line}${column === '' ? '' : `, column ${column}`}: ${message}.`;
  });
  const more = findings.length > MOST_SHOWN ? [`… and ${findings.length - MOST_SHOWN} more.`] : [];
  const total = `${findings.length} ${findings.length === 1 ? 'problem' : 'problems'}; nothing was imported.`;
  return [...lines, ...more, total].join('\n');
}
