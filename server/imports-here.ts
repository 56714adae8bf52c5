import type { Dependencies } from './dependencies.ts';
import { importerOf } from './importers.ts';
import type { Imports } from './imports/imports.ts';
import { importAnswer, runImport } from './imports/run-import.ts';

/** Imports within this process. They let others in between their lines; storing a large file is one step that does not. */
export const importsHere = ({
  accounts,
  config,
  mail,
  now,
}: Pick<Dependencies, 'accounts' | 'config' | 'mail' | 'now'>): Imports => ({
  folder: `${config.dataDir}/imports`,
  async run({ kind, author, ...order }, watching) {
    const importer = importerOf(kind, { author, config, mail, now });
    const context = { accounts, now, networkTimeZone: config.networkTimeZone, author };
    return importAnswer(await runImport(context, importer, order, watching));
  },
});
