import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { issueKey, revokeKey, rotateKey } from '#contract/access-keys.ts';
import {
  addCustomerShare,
  createCustomer,
  exportCustomers,
  getAdminCustomer,
  importCustomers,
  listAdminCustomers,
  restoreCustomer,
  retireCustomer,
  updateCustomer,
} from '#contract/customers.ts';
import type { CUSTOMER_FIELDS, OUTLET_FIELDS, ValuesOf } from '#contract/editable-fields.ts';
import { ingestEvents } from '#contract/ingest.ts';
import {
  cancelOutletMove,
  createOutlets,
  exportOutlets,
  getAdminOutlet,
  importOutlets,
  listAdminOutlets,
  moveOutlet,
  reinstateOutlet,
  retireOutlet,
  updateOutlet,
} from '#contract/outlets.ts';
import { createVenue, updateVenue, type VenueInput } from '#contract/venues.ts';
import { absoluteAddress, addressOf, request, requestFile } from '../../lib/api-client.ts';
import { hiddenIn, type TableFile } from '../../lib/download-table.ts';
import { type ImportOptions, importFile } from '../../lib/import-file.ts';
import { saveFile } from '../../lib/save-file.ts';
import type { TableSearch } from '../../lib/table-search.ts';

/** Query key prefix of all network queries. A change to the network invalidates everything below it. */
export const NETWORK = ['network'] as const;

/** Converts the route's search parameters to the endpoint's query. The route has already validated them. */
const asked = ({ open: _, form: _form, ...query }: TableSearch) => query as never;

export const customersQuery = (search: TableSearch) =>
  queryOptions({
    queryKey: [...NETWORK, 'customers', asked(search)] as const,
    queryFn: ({ signal }) => request(listAdminCustomers, { query: asked(search), signal }),
    placeholderData: keepPreviousData,
  });

export const readCustomer = (id: string) => request(getAdminCustomer, { params: { id } });
export const readOutlet = (id: string) => request(getAdminOutlet, { params: { id } });

export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: [...NETWORK, 'customer', id] as const,
    queryFn: ({ signal }) => request(getAdminCustomer, { params: { id }, signal }),
  });

/** Queries owners whose names contain the text, to choose from. */
export const ownersQuery = (q: string) =>
  queryOptions({
    queryKey: [...NETWORK, 'owners', q] as const,
    queryFn: ({ signal }) => request(listAdminCustomers, { query: { q, kind: 'property', limit: '20' }, signal }),
    placeholderData: keepPreviousData,
  });

export const outletsQuery = (search: TableSearch) =>
  queryOptions({
    queryKey: [...NETWORK, 'outlets', asked(search)] as const,
    queryFn: ({ signal }) => request(listAdminOutlets, { query: asked(search), signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });

export const outletQuery = (id: string) =>
  queryOptions({
    queryKey: [...NETWORK, 'outlet', id] as const,
    queryFn: ({ signal }) => request(getAdminOutlet, { params: { id }, signal }),
  });

type Claim = { readonly id: string; readonly version: number };
type Placing = { readonly customer_id: string; readonly venue_id: string; readonly from: string };

type Naming = ValuesOf<typeof CUSTOMER_FIELDS>;
type NewCustomer = Naming & { readonly kind: 'property' | 'advertiser'; readonly venue?: VenueInput };
export const addCustomer = (body: NewCustomer) => request(createCustomer, { body });
export const changeCustomer = ({ id, ...body }: Claim & Naming) => request(updateCustomer, { params: { id }, body });
export const retire = ({ id, version }: Claim) => request(retireCustomer, { params: { id }, body: { version } });
export const restore = ({ id, version }: Claim) => request(restoreCustomer, { params: { id }, body: { version } });
export const addShare = ({ id, ...body }: { readonly id: string; readonly share: string; readonly from: string }) =>
  request(addCustomerShare, { params: { id }, body });
export const addVenue = ({ customerId, ...body }: VenueInput & { readonly customerId: string }) =>
  request(createVenue, { params: { id: customerId }, body });
export const changeVenue = ({ id, ...body }: VenueInput & Claim) => request(updateVenue, { params: { id }, body });

export type NewOutlet = { readonly eui: string; readonly label: string };
export const addOutlets = (body: Placing & { readonly outlets: NewOutlet[]; readonly with_keys: boolean }) =>
  request(createOutlets, { body });
export const changeOutlet = ({ id, ...body }: Claim & ValuesOf<typeof OUTLET_FIELDS>) =>
  request(updateOutlet, { params: { id }, body });
export const move = ({ id, ...body }: Claim & Placing & { readonly correct?: boolean }) =>
  request(moveOutlet, { params: { id }, body });

const OUTLET_ACTS = { 'cancel-move': cancelOutletMove, retire: retireOutlet, reinstate: reinstateOutlet } as const;
export type OutletAct = keyof typeof OUTLET_ACTS;
export const actOnOutlet = ({ act, id, version }: Claim & { readonly act: OutletAct }) =>
  request(OUTLET_ACTS[act], { params: { id }, body: { version } });

/** What keys belong to: an outlet, or a customer for its gateways. */
export type KeyOwner = { readonly outlet_id: string } | { readonly customer_id: string };
export const issue = (body: KeyOwner & { readonly label: string }) => request(issueKey, { body });
export const rotate = ({ id, hours }: { readonly id: string; readonly hours: number }) =>
  request(rotateKey, { params: { id }, body: { overlap_hours: hours } });
export const revoke = (id: string) => request(revokeKey, { params: { id } });

/** Returns the absolute URL of the ingestion endpoint, for programs outside the browser. */
export const ingestAddress = (): string => absoluteAddress(addressOf(ingestEvents));

const FILES = {
  customers: { get: exportCustomers },
  outlets: { get: exportOutlets },
} as const;
export type FileKind = keyof typeof FILES;

const IMPORTS = { customers: importCustomers, outlets: importOutlets } as const;

/** The columns of the files for each column of the tables. The others are always in the file. */
const IN_FILE: Readonly<Record<FileKind, Readonly<Record<string, readonly string[]>>>> = {
  customers: { kind: ['kind'], category: ['category'], share: ['share', 'share_from'] },
  outlets: { label: ['label'], customer: ['customer'], venue: ['venue'] },
};

/** Downloads a table's filtered rows as a file that can be imported again. */
export async function exportFile(
  kind: FileKind,
  { page: _, limit: _limit, ...search }: TableSearch,
  { hide }: TableFile,
): Promise<void> {
  const query = { ...(asked(search) as object), ...hiddenIn(IN_FILE[kind], hide) };
  saveFile(await requestFile(FILES[kind].get, { query: query as never }));
}

export const sendFile = (kind: FileKind, file: File, options: ImportOptions) =>
  importFile(IMPORTS[kind], file, options);
