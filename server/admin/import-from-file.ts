import { randomUUID } from 'node:crypto';
import type { ImportedKind } from '#contract/csv-columns.ts';
import { followOf, importerOf } from '../import-runs/importers.ts';
import type { Counts, Finding, FirstOf } from '../imports/import-outcome.ts';
import { type ImportOrder, runImport, type Watching } from '../imports/run-import.ts';
import { tidyImports } from '../imports/tidy-imports.ts';
import { createMail } from '../mail/mail.ts';
import { COMMAND_LINE } from './admin-audit.ts';
import type { AdminContext } from './admin-context.ts';
import { AdminError } from './admin-error.ts';

const MOST_SHOWN = 50;

/** Imports a whole file or nothing. Throws `AdminError` with one line per finding. */
export async function importFile(
  { accounts, config, now }: AdminContext,
  { kind, ...order }: ImportOrder & { readonly kind: ImportedKind },
  watching: Watching = {},
): Promise<Counts> {
  const holder = `command:${randomUUID()}`;
  // Cleans up after a killed command, if no running server would continue its import.
  await tidyImports(accounts, holder, followOf);
  const context = { accounts, now, networkTimeZone: config.networkTimeZone, author: COMMAND_LINE, holder };
  const settings = { author: COMMAND_LINE, config, mail: createMail({ config, now }), now };
  const { findings, counts } = await runImport(context, importerOf(kind, settings), order, watching);
  if (findings.total > 0) throw new AdminError(shownFindings(order.fileName, findings));
  return counts;
}

function shownFindings(fileName: string, { first, total: found }: FirstOf<Finding>): string {
  const lines = first.slice(0, MOST_SHOWN).map(({ line, column, message }) => {
    return `${fileName}, line ${line}${column === '' ? '' : `, column ${column}`}: ${message}.`;
  });
  const more = found > MOST_SHOWN ? [`… and ${found - MOST_SHOWN} more.`] : [];
  const total = `${found} ${found === 1 ? 'problem' : 'problems'}; nothing was imported.`;
  return [...lines, ...more, total].join('\n');
}
