import { CAMPAIGN_COLUMNS, importCampaigns } from './import-campaigns.ts';
import { CUSTOMER_COLUMNS, importCustomers } from './import-customers.ts';
import { importOutlets, OUTLET_COLUMNS } from './import-outlets.ts';
import type { Importer } from './run-import.ts';

export type Kind = 'customers' | 'outlets' | 'campaigns';

/** The files that describe the network, for the command line and for the administrators' screens. */
export const NETWORK_IMPORTERS: Readonly<Record<Kind, Importer>> = {
  customers: { columns: CUSTOMER_COLUMNS, run: importCustomers, action: 'network.imported-customers' },
  outlets: { columns: OUTLET_COLUMNS, run: importOutlets, action: 'network.imported-outlets' },
  campaigns: { columns: CAMPAIGN_COLUMNS, run: importCampaigns, action: 'network.imported-campaigns' },
};

/** The kind of a file from its name: `outlets.csv`, `2026-11 outlets.csv`. Null when the name does not say. */
export function kindOfFile(fileName: string): Kind | null {
  const kinds: Kind[] = ['customers', 'outlets', 'campaigns'];
  const named = kinds.filter((kind) => fileName.toLowerCase().includes(kind));
  return named.length === 1 ? (named[0] ?? null) : null;
}
