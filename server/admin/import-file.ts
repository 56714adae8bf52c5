import type { Counts } from '../imports/import-outcome.ts';
import { type Kind, NETWORK_IMPORTERS } from '../imports/network-importers.ts';
import type { Finding } from '../imports/read-table.ts';
import { type ImportOrder, runImport } from '../imports/run-import.ts';
import { COMMAND_LINE } from './admin-audit.ts';
import type { AdminContext } from './admin-context.ts';
import { AdminError } from './admin-error.ts';

const MOST_SHOWN = 50;

/** Imports a whole file or nothing. Throws `AdminError` with one line per finding. */
export async function importFile(
  { accounts, config, now }: AdminContext,
  { kind, ...order }: ImportOrder & { readonly kind: Kind },
): Promise<Counts> {
  const context = { accounts, now, networkTimeZone: config.networkTimeZone, author: COMMAND_LINE };
  const { findings, counts } = await runImport(context, NETWORK_IMPORTERS[kind], order);
  if (findings.length > 0) throw new AdminError(shownFindings(order.fileName, findings));
  return counts;
}

function shownFindings(fileName: string, findings: readonly Finding[]): string {
  const lines = findings.slice(0, MOST_SHOWN).map(({ line, column, message }) => {
    return `${fileName}, line ${line}${column === '' ? '' : `, column ${column}`}: ${message}.`;
  });
  const more = findings.length > MOST_SHOWN ? [`… and ${findings.length - MOST_SHOWN} more.`] : [];
  const total = `${findings.length} ${findings.length === 1 ? 'problem' : 'problems'}; nothing was imported.`;
  return [...lines, ...more, total].join('\n');
}
