import { randomUUID } from 'node:crypto';
import type { Dependencies } from '../dependencies.ts';
import type { Imports } from '../imports/import-kinds.ts';
import { importAnswer, runImport } from '../imports/run-import.ts';
import { tidyImports } from '../imports/tidy-imports.ts';
import { followOf, importerOf } from './importers.ts';

/** Runs imports within this process. They yield between lines and between the steps that store them. */
export function importsHere({
  accounts,
  config,
  mail,
  now,
}: Pick<Dependencies, 'accounts' | 'config' | 'mail' | 'now'>): Imports {
  const holder = `server:${randomUUID()}`;
  return {
    folder: `${config.dataDir}/imports`,
    async run({ kind, author, holder: given, ...order }, watching) {
      const importer = importerOf(kind, { author, config, mail, now });
      const context = { accounts, now, networkTimeZone: config.networkTimeZone, author, holder: given ?? holder };
      return importAnswer(await runImport(context, importer, order, watching));
    },
    look: () => tidyImports(accounts, holder, followOf),
  };
}
