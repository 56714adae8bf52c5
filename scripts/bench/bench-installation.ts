import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEvents } from '#event-store/open-events.ts';
import { createSealJob } from '#event-store/seal-job.ts';
import { createSealLedger } from '../../server/databases/accounts/create-seal-ledger.ts';
import { migrateAccounts, openAccounts } from '../../server/databases/accounts/open-accounts.ts';
import { type BenchNetwork, writeNetwork } from './bench-network.ts';
import { type BenchStore, type StoreKind, startStore } from './bench-stores.ts';
import { fillViews, sumOfAll } from './fill-views.ts';

export type BenchSize = {
  readonly views: number;
  readonly outlets: number;
  readonly customers: number;
  readonly days: number;
};

export type BenchInstallation = {
  readonly network: BenchNetwork;
  readonly store: BenchStore;
  /** All views in the installation so far. */
  readonly views: number;
  /** Adds to the number of views. */
  addViews(count: number): void;
};

type Kept = { readonly size: BenchSize; readonly network: BenchNetwork; views: number };

/**
 * Opens the installation that an earlier run left in the folder, or fills a new installation with the requested number
 * of views. The product's seal job seals a new installation.
 */
export async function openInstallation(folder: string, kind: StoreKind, size: BenchSize): Promise<BenchInstallation> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'bench.json');
  const store = await startStore(kind, folder);
  try {
    const kept: Kept = existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as Kept)
      : { size, network: await load(folder, store, size), views: size.views };
    const write = () => writeFileSync(file, JSON.stringify(kept));
    write();
    if (JSON.stringify(kept.size) !== JSON.stringify(size))
      throw new Error(`${folder} holds another installation: ${JSON.stringify(kept.size)}`);
    return {
      network: kept.network,
      store,
      views: kept.views,
      addViews: (count) => {
        kept.views += count;
        write();
      },
    };
  } catch (error) {
    await store.stop();
    throw error;
  }
}

async function load(folder: string, { location }: BenchStore, size: BenchSize): Promise<BenchNetwork> {
  const accounts = await openAccounts({ dataDir: folder });
  await migrateAccounts(accounts);
  const network = await writeNetwork(accounts, size.customers, size.outlets);
  const ledger = createSealLedger(accounts, 'clickhouseUrl' in location);
  const events = await openEvents(location, ledger);
  const startedAt = performance.now();
  const count = await fillViews(events.engine, network, size, (done) => process.stderr.write(`\r${done} events`));
  const filledAt = performance.now();
  // Sets the last contact to now, as if the events had arrived when they happened. The first start then has almost no
  // contacts to catch up on.
  const newest = accounts.updateTable('outlets').set({ last_seen_at: Date.now() });
  await newest.where('key', '=', network.outlets[0]?.key ?? 0).execute();
  await createSealJob(events, ledger, Date.now).runNow();
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(0);
  console.log(
    `\nfilled with ${count} events in ${seconds(startedAt, filledAt)} s, sealed in ${seconds(filledAt, performance.now())} s: ${await sumOfAll(events.engine)}`,
  );
  await events.close();
  await accounts.destroy();
  return network;
}

const folderBytes = (path: string) => Number(execFileSync('du', ['-sb', path], { encoding: 'utf8' }).split('\t')[0]);
export const storedBytes = ({ folders }: BenchStore) => folders.reduce((sum, path) => sum + folderBytes(path), 0);
