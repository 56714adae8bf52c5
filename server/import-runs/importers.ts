import { usersImporter } from '../features/users/import-users.ts';
import { followChanges, type UserImportSettings } from '../features/users/publish-changes.ts';
import { CAMPAIGN_COLUMNS, importCampaigns } from '../imports/import-campaigns.ts';
import { CUSTOMER_COLUMNS, importCustomers } from '../imports/import-customers.ts';
import type { ImportKind } from '../imports/import-kinds.ts';
import { importOutlets, OUTLET_COLUMNS } from '../imports/import-outlets.ts';
import type { Follow } from '../imports/publish-job.ts';
import type { Importer } from '../imports/run-import.ts';

const NETWORK: Readonly<Record<Exclude<ImportKind, 'users'>, Omit<Importer, 'kind'>>> = {
  customers: { columns: CUSTOMER_COLUMNS, run: importCustomers, action: 'network.imported-customers' },
  outlets: { columns: OUTLET_COLUMNS, run: importOutlets, action: 'network.imported-outlets' },
  campaigns: { columns: CAMPAIGN_COLUMNS, run: importCampaigns, action: 'network.imported-campaigns' },
};

/** What is done with a file of a kind, for the command line and for the administrators' screens. */
export const importerOf = (kind: ImportKind, settings: UserImportSettings): Importer =>
  kind === 'users' ? usersImporter(settings) : { kind, ...NETWORK[kind] };

/** What else an import of a kind does while it is stored, also where it was begun by another process. */
export const followOf = (kind: string): Follow | undefined => (kind === 'users' ? followChanges : undefined);
