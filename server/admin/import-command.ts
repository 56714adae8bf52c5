import { randomUUID } from 'node:crypto';
import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import { IMPORTED_KINDS, type ImportedKind } from '#contract/csv-columns.ts';
import type { ImportProgress } from '#contract/imports.ts';
import { counted, NOUNS } from '#domain/counted.ts';
import { followOf, importerOf } from '../import-runs/importers.ts';
import { kindOfFile } from '../imports/import-kinds.ts';
import type { Counts, Finding, FirstOf } from '../imports/import-outcome.ts';
import { type ImportOrder, runImport, type Watching } from '../imports/run-import.ts';
import { tidyImports } from '../imports/tidy-imports.ts';
import { createMail } from '../mail/mail.ts';
import { COMMAND_LINE } from './admin-audit.ts';
import type { AdminContext } from './admin-context.ts';
import { AdminError } from './admin-error.ts';

/** Interval between progress lines. An import that finishes sooner prints no progress. */
const PROGRESS_EVERY_MS = 2_000;

type Options = { readonly kind?: ImportedKind; readonly dryRun?: boolean };

/** Imports a file and prints progress. Ctrl-C cancels the import before anything is stored. */
export async function importCommand(
  context: AdminContext,
  file: string,
  { kind = kindOfFile(basename(file)) ?? undefined, dryRun = false }: Options,
): Promise<void> {
  if (kind === undefined) {
    throw new AdminError(
      `The kind of '${basename(file)}' is unclear from its name. Add --kind with one of ${IMPORTED_KINDS.join(', ')}.`,
    );
  }
  await access(file).catch((error: NodeJS.ErrnoException) => {
    throw new AdminError(
      error.code === 'ENOENT' ? `The file ${file} does not exist.` : `${file} cannot be read: ${error.message}`,
    );
  });
  const ending = new AbortController();
  const end = () => ending.abort(new AdminError('Interrupted. Nothing was imported.'));
  process.once('SIGINT', end);
  try {
    const order = { kind, path: file, fileName: basename(file), dryRun };
    const watching = { signal: ending.signal, onProgress: teller(context.print) };
    for (const line of shownCounts(await importFile(context, order, watching))) context.print(line);
  } finally {
    process.removeListener('SIGINT', end);
  }
  context.print(dryRun ? 'The file is valid. Dry run: nothing was changed.' : 'Imported.');
}

/** Returns a function that prints the progress of a long import: each new phase, and periodic updates. */
function teller(print: (line: string) => void): (progress: ImportProgress) => void {
  let toldAt = performance.now();
  let told: ImportProgress['phase'] | null = null;
  return ({ phase, done, total }) => {
    const isNext = told !== null && told !== phase;
    if (!isNext && performance.now() - toldAt < PROGRESS_EVERY_MS) return;
    toldAt = performance.now();
    told = phase;
    if (phase === 'waiting') return print('All lines are checked. Waiting for another import to finish …');
    const lines = `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} lines`;
    print(`${lines} ${phase === 'checking' ? 'checked' : 'saved'} …`);
  };
}

function shownCounts(counts: Counts): string[] {
  return [...counts].map(
    ([thing, { created, changed, unchanged }]) =>
      `${thing}: ${created} new, ${changed} changed, ${unchanged} unchanged`,
  );
}

const MOST_SHOWN = 50;

/** Imports the complete file or nothing. Throws an `AdminError` with one line per finding. */
export async function importFile(
  { accounts, config, now }: AdminContext,
  { kind, ...order }: ImportOrder & { readonly kind: ImportedKind },
  watching: Watching = {},
): Promise<Counts> {
  const holder = `command:${randomUUID()}`;
  // Clean up after a command that was killed, unless a running server continues its import.
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
  const total = `${counted(found, NOUNS.problem)}. Nothing was imported.`;
  return [...lines, ...more, total].join('\n');
}
