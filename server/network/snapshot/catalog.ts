import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { CatalogFlight, CatalogOutlet } from './catalog-entries.ts';
import { loadFlights, loadOpenFlights, loadOutlets } from './load-catalog.ts';

/** The part of the network that batches have requested. */
export type Catalog = {
  readonly outlets: ReadonlyMap<string, CatalogOutlet>;
  readonly flightsByCode: ReadonlyMap<string, CatalogFlight>;
  readonly flightsByKey: ReadonlyMap<number, CatalogFlight>;
  /**
   * Reads the missing entries and returns the wanted outlets. The catalog keeps only the newest outlets of a large
   * network, so callers must use the result. Entries that do not exist stay absent, and the next call queries them
   * again.
   */
  load(wanted: {
    euis?: Iterable<string>;
    flightCodes?: Iterable<string>;
    flightKeys?: Iterable<number>;
  }): Promise<ReadonlyMap<string, CatalogOutlet>>;
  /**
   * All approved flights that had not ended at the first read, paused or not. The catalog reads them once; some may
   * have ended since.
   */
  openFlights(nowMs: number): Promise<readonly CatalogFlight[]>;
};

/** About 1 KB each, with its places and shares. */
const MOST_OUTLETS = 100_000;

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

  async function outletsOf(euis: ReadonlySet<string>): Promise<ReadonlyMap<string, CatalogOutlet>> {
    const wanted = new Map<string, CatalogOutlet>();
    for (const eui of euis) {
      const known = outlets.get(eui);
      if (known !== undefined) wanted.set(eui, known);
    }
    const unknown = absent(euis, wanted);
    if (unknown.length === 0) return wanted;
    for (const outlet of await loadOutlets(accounts, unknown)) {
      wanted.set(outlet.eui, outlet);
      outlets.set(outlet.eui, outlet);
    }
    for (const eui of outlets.keys()) {
      if (outlets.size <= MOST_OUTLETS) break;
      outlets.delete(eui);
    }
    return wanted;
  }

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
      const wanted = await outletsOf(new Set(euis));
      const newCodes = absent(flightCodes, flightsByCode);
      if (newCodes.length > 0) addFlights(await loadFlights(accounts, { column: 'code', values: newCodes }));
      const newKeys = absent(flightKeys, flightsByKey);
      if (newKeys.length > 0) addFlights(await loadFlights(accounts, { column: 'key', values: newKeys }));
      return wanted;
    },
  };
}

const absent = <Key>(keys: Iterable<Key>, known: ReadonlyMap<Key, unknown>): Key[] =>
  [...new Set(keys)].filter((key) => !known.has(key));
