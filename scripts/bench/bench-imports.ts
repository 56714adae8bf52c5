import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateAccounts, openAccounts } from '../../server/databases/accounts/open-accounts.ts';
import { startPostgres } from '../../server/testing/servers/postgres-server.ts';
import { findPostgres } from '../find-postgres.mjs';
import { BENCH_PASSWORD, type BenchNetwork, writeNetwork } from './bench-network.ts';
import { type StoreKind, startStore } from './bench-stores.ts';
import { startServer } from './server-process.ts';

export const IMPORT_KINDS = ['users', 'customers', 'outlets', 'campaigns'] as const;
type Kind = (typeof IMPORT_KINDS)[number];
type File = { readonly head: string; readonly line: (index: number) => string };

const filesOf = ({ largest }: BenchNetwork): Readonly<Record<Kind, File>> => ({
  users: {
    head: 'email,first_name,last_name,role,customer,invite',
    line: (index) => `person${index}@file.example,Person,Number ${index},property,${largest.name},yes`,
  },
  customers: {
    head: 'name,kind,category,share,share_from',
    line: (index) => `Imported property ${index},property,hotel,30%,2026-01-01`,
  },
  outlets: {
    head: 'eui,customer,venue,from,label,city,time_zone',
    line: (index) =>
      `${(0x70b3d5ff00000000n + BigInt(index)).toString(16)},${largest.name},Hall ${Math.floor(index / 50)},2026-01-01,Seat ${index},Denver,America/Denver`,
  },
  campaigns: {
    head: 'advertiser,campaign,flight,starts,ends,budget,model,price',
    line: (index) =>
      `Bench Sponsor 7,Season ${Math.floor(index / 40)},FILE-${index},2027-01-01,2027-02-01,1000,cpm,12.50`,
  },
});

/**
 * Imports files of each kind into a server. Prints for each file: the duration, the longest time the event loop was
 * blocked, and the most processor time in one turn of the event loop. Also prints the longest wait of an
 * administrator's edit and of a read request meanwhile.
 */
export async function benchImports(
  sizes: readonly number[],
  kinds: readonly Kind[],
  { port, store }: { readonly port: number; readonly store: StoreKind },
): Promise<void> {
  console.log(
    '| file | lines | s | loop held before, max ms | loop held, max ms | processor time of a turn, max ms | loop held, p99 ms | edit, max ms | read, max ms | server, peak MB |',
  );
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
  for (const lines of sizes) {
    for (const kind of kinds) await benchOne(kind, lines, port, store);
  }
}

async function benchOne(kind: Kind, lines: number, port: number, storeKind: StoreKind): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'voltboard-bench-imports-'));
  const stores = await startStores(storeKind, folder);
  const accounts = await openAccounts(stores.accounts);
  await migrateAccounts(accounts);
  const network = await writeNetwork(accounts, 50, 1_000);
  await accounts.destroy();
  const loopFile = join(folder, 'event-loop.json');
  const server = await startServer(folder, port, { loopFile, env: stores.env });
  try {
    const login = await fetch(`${server.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@bench.example', password: BENCH_PASSWORD }),
    });
    const authorization = `Bearer ${((await login.json()) as { data: string }).data}`;
    const { head, line } = filesOf(network)[kind];
    const file = `${[head, ...Array.from({ length: lines }, (_, index) => line(index))].join('\n')}\n`;
    const over = new AbortController();
    const address = `${server.url}/api/admin/customers/${network.largest.id}`;
    const others = Promise.all([
      longest(over.signal, () => edit(address, authorization)),
      longest(over.signal, () => fetch(`${server.url}/api/healthz`).then((answer) => answer.text())),
    ]);
    others.catch(() => undefined);
    await server.loop();
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const before = await server.loop();
    const startedAt = performance.now();
    const path = kind === 'users' ? '/users/import' : `/admin/${kind}/import`;
    const answer = await fetch(`${server.url}/api${path}?file_name=bench.csv&dry_run=false`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'text/csv' },
      body: file,
    });
    const text = await answer.text();
    over.abort();
    const waited = await others;
    if (!text.includes('"done":true')) throw new Error(`${kind}: ${answer.status} ${text.slice(0, 500)}`);
    const seconds = (performance.now() - startedAt) / 1000;
    const { maxMs, p99Ms, workedMs } = await server.loop();
    const cells = [before.maxMs, maxMs, workedMs ?? Number.NaN, p99Ms, ...waited, server.memory().peakMb];
    console.log(`| ${kind} | ${lines} | ${seconds.toFixed(1)} | ${cells.map((cell) => cell.toFixed(0)).join(' | ')} |`);
  } finally {
    await server.stop();
    await stores.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts the stores. If the events are on servers, the accounts are on PostgreSQL. */
async function startStores(kind: StoreKind, folder: string) {
  const events = await startStore(kind, folder);
  if (kind === 'embedded') return { ...events, accounts: { dataDir: folder } };
  const programs = findPostgres();
  if (programs === null) throw new Error('PostgreSQL is not installed');
  const { url, stop } = await startPostgres(programs);
  return {
    accounts: { databaseUrl: url },
    env: { ...events.env, DATABASE_URL: url, SESSION_SECRET: randomBytes(48).toString('base64url') },
    stop: async () => void (await Promise.all([events.stop(), stop()])),
  };
}

/** Runs the work repeatedly until the signal aborts. Returns the longest run in milliseconds. */
async function longest(signal: AbortSignal, work: () => Promise<unknown>): Promise<number> {
  let most = 0;
  while (!signal.aborted) {
    const startedAt = performance.now();
    await work().catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    most = Math.max(most, performance.now() - startedAt);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return most;
}

async function edit(address: string, authorization: string): Promise<void> {
  const headers = { authorization, 'content-type': 'application/json' };
  const read = (await (await fetch(address, { headers })).json()) as { customer: { name: string; version: number } };
  const { name, version } = read.customer;
  const body = JSON.stringify({ name, category: `hotel ${version % 9}`, version });
  const answer = await fetch(address, { method: 'PUT', headers, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`an edit was refused: ${text.slice(0, 300)}`);
}
