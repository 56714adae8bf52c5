import type { ImportedKind } from '#contract/csv-columns.ts';
import { usersImporter } from '../features/users/import-users.ts';
import { followChanges, type UserImportSettings } from '../features/users/publish-changes.ts';
import { importCampaigns } from '../imports/import-campaigns.ts';
import { importCustomers } from '../imports/import-customers.ts';
import { importOutlets } from '../imports/import-outlets.ts';
import type { Follow } from '../imports/publish-job.ts';
import type { Importer } from '../imports/run-import.ts';

const NETWORK: Readonly<Record<Exclude<ImportedKind, 'users'>, Omit<Importer, 'kind'>>> = {
  customers: { run: importCustomers, action: 'network.imported-customers' },
  outlets: { run: importOutlets, action: 'network.imported-outlets' },
  campaigns: { run: importCampaigns, action: 'network.imported-campaigns' },
};

/** Returns the importer for a kind of file, for the command line and administrators' screens. */
export const importerOf = (kind: ImportedKind, settings: UserImportSettings): Importer =>
  kind === 'users' ? usersImporter(settings) : { kind, ...NETWORK[kind] };

/**
 * Returns the additional changes that a kind of import makes while it is stored, even if another process started the
 * import.
 */
export const followOf = (kind: string): Follow | undefined => (kind === 'users' ? followChanges : undefined);
