import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { CatalogFlight, CatalogOutlet } from './catalog-entries.ts';
import { loadFlights, loadOpenFlights, loadOutlets } from './load-catalog.ts';

/** The part of the network that batches asked for. */
export type Catalog = {
  readonly outlets: ReadonlyMap<string, CatalogOutlet>;
  readonly flightsByCode: ReadonlyMap<string, CatalogFlight>;
  readonly flightsByKey: ReadonlyMap<number, CatalogFlight>;
  /** Reads what is not here yet. What does not exist stays absent and is asked for again. */
  load(wanted: {
    euis?: Iterable<string>;
    flightCodes?: Iterable<string>;
    flightKeys?: Iterable<number>;
  }): Promise<void>;
  /** All approved flights that are not over, paused or not; read once. Some may have ended since. */
  openFlights(nowMs: number): Promise<readonly CatalogFlight[]>;
};

export function createCatalog(accounts: AccountsDb): Catalog {
  const outlets = new Map<string, CatalogOutlet>();
  const flightsByCode = new Map<string, CatalogFlight>();
  const flightsByKey = new Map<number, CatalogFlight>();

  const addFlights = (flights: readonly CatalogFlight[]) => {
    for (const flight of flights) {
      flightsByCode.set(flight.code, flight);
      flightsByKey.set(flight.key, flight);
    }
  };

  let open: Promise<readonly CatalogFlight[]> | null = null;
  const readOpen = async (nowMs: number) => {
    try {
      const flights = await loadOpenFlights(accounts, nowMs);
      addFlights(flights);
      return flights;
    } catch (error) {
      open = null;
      throw error;
    }
  };

  return {
    outlets,
    openFlights: (nowMs) => {
      open ??= readOpen(nowMs);
      return open;
    },
    flightsByCode,
    flightsByKey,
    load: async ({ euis = [], flightCodes = [], flightKeys = [] }) => {
      const newEuis = absent(euis, outlets);
      if (newEuis.length > 0)
        for (const outlet of await loadOutlets(accounts, newEuis)) outlets.set(outlet.eui, outlet);
      const newCodes = absent(flightCodes, flightsByCode);
      if (newCodes.length > 0) addFlights(await loadFlights(accounts, { column: 'code', values: newCodes }));
      const newKeys = absent(flightKeys, flightsByKey);
      if (newKeys.length > 0) addFlights(await loadFlights(accounts, { column: 'key', values: newKeys }));
    },
  };
}

const absent = <Key>(keys: Iterable<Key>, known: ReadonlyMap<Key, unknown>): Key[] =>
  [...new Set(keys)].filter((key) => !known.has(key));
