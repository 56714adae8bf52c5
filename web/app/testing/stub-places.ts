import type { AccessKey } from '#contract/access-keys.ts';
import { type AdminCustomer, type CustomerDetail, getAdminCustomer, listAdminCustomers } from '#contract/customers.ts';
import { CUSTOMER_FIELDS, noValues, OUTLET_FIELDS, VENUE_FIELDS } from '#contract/editable-fields.ts';
import { getHousePicture } from '#contract/house-picture.ts';
import { type AdminOutlet, getAdminOutlet, listAdminOutlets, type OutletDetail } from '#contract/outlets.ts';
import type { Venue } from '#contract/venues.ts';
import type { StubNetwork } from './stub-network.ts';

const idOf = (last: string): string => `01900000-0000-7000-8000-${last.padStart(12, '0')}`;

export const PIER: AdminCustomer = {
  ...noValues(CUSTOMER_FIELDS),
  id: idOf('c1'),
  name: 'Pier House',
  category: 'hotel',
  kind: 'property',
  status: 'active',
  outlets: 1,
  billing_address: '12 Harbor Walk, Boston',
  venues: 1,
  campaigns: 0,
  accounts: 2,
  share: 0.3,
  created_at: '2026-01-01T00:00:00.000Z',
  version: 1,
};
export const LOBBY: Venue = {
  ...noValues(VENUE_FIELDS),
  id: idOf('b1'),
  name: 'Lobby',
  type: 'hotel',
  city: 'Chicago',
  state: 'IL',
  outlets: 1,
  time_zone: 'America/Chicago',
  lat: 41.88,
  lng: -87.63,
  version: 1,
};
const PLACE = {
  customer_id: PIER.id,
  customer: PIER.name,
  venue_id: LOBBY.id,
  venue: LOBBY.name,
  venue_type: 'hotel',
  time_zone: 'America/Chicago',
  from: '2026-01-01T06:00:00.000Z',
};
export const KEY: AccessKey = {
  id: idOf('a1'),
  prefix: 'vb_AbCdEfG',
  label: 'spare',
  created_at: '2026-01-01T00:00:00.000Z',
  status: 'good',
  last_used_at: null,
  ends_at: null,
  revoked_at: null,
};
export const OUTLET: AdminOutlet = {
  ...noValues(OUTLET_FIELDS),
  id: idOf('d1'),
  eui: 'e2e0000000000001',
  label: 'Bar 1',
  status: 'online',
  last_seen: '2026-11-21T10:00:00.000Z',
  retired_at: null,
  place: PLACE,
  keys: 1,
  version: 1,
};

export const customerWith = (more: Partial<CustomerDetail> = {}): CustomerDetail => ({
  customer: PIER,
  venues: [LOBBY],
  shares: [],
  default_share: 0.3,
  time_zone: 'America/Chicago',
  keys: [],
  ...more,
});
export const outletWith = (more: Partial<OutletDetail> = {}): OutletDetail => ({
  outlet: OUTLET,
  assignments: [{ ...PLACE, to: null, current: true }],
  keys: [KEY],
  ...more,
});

/** Stubs a customer's stored data from now on. */
export function storeCustomer(network: StubNetwork, detail: CustomerDetail): void {
  network.on(getHousePicture, { customer_id: detail.customer.id, picture: null, can_edit: true });
  network.on(listAdminCustomers, ({ query }) => {
    const data = detail.customer.status === (query.status ?? 'active') ? [detail.customer] : [];
    return { data, total: data.length, page: 1, limit: 10 };
  });
  network.on(getAdminCustomer, detail);
}

/** Stubs an outlet's stored data from now on. */
export function storeOutlet(network: StubNetwork, detail: OutletDetail): void {
  network.on(listAdminOutlets, { data: [detail.outlet], total: 1, page: 1, limit: 10, venue_types: ['hotel'] });
  network.on(getAdminOutlet, detail);
}

/** A map without outlets. */
export const NO_CLUSTERS = {
  total: 0,
  unlocated: 0,
  online: 0,
  late: 0,
  offline: 0,
  never: 0,
  at_venue: 0,
  box: null,
  cells: 6,
  clusters: { lat: [], lng: [], online: [], late: [], offline: [], never: [], opens_at: [] },
  outlets: {
    eui: [],
    lat: [],
    lng: [],
    located: [],
    position: [],
    status: [],
    label: [],
    venue: [],
    last_seen: [],
    customer: [],
    customers: [],
    venues: [],
  },
};
