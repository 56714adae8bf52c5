import { cpSync, rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { DocumentRow } from '../../contract/documents.ts';
import type { MoneyOverview } from '../../contract/money-overview.ts';
import type { BenchNetwork } from './bench-network.ts';
import { measureLoad } from './measure-http.ts';
import { batchesOf } from './measure-ingestion.ts';
import { signIn } from './measure-reads.ts';
import { type MeasuredServer, startServer } from './server-process.ts';
import { line, ms } from './tables.ts';

const CONNECTIONS = 64;
const LOAD_SECONDS = 4;
const LOADS_BEFORE = 14;
const PATIENCE_MS = 600_000;

/** Nothing is closed before the running month is over: what else is measured is not measured beside it. */
export const NO_CLOSING = { FIRST_MONTH: new Date().toISOString().slice(0, 7) };
const ALL_MONTHS = { FIRST_MONTH: '2020-01' };

/** Single events before the month that is over is closed, and while it is. Returns how many were accepted. */
export async function measureClosing(
  folder: string,
  port: number,
  { env, network }: { readonly env: NodeJS.ProcessEnv; readonly network: BenchNetwork },
): Promise<number> {
  let accepted = 0;
  const report = async ({ url }: MeasuredServer) => {
    const measured = await measureLoad({
      ...{ url: `${url}/api/ingest/events`, headers: { 'content-type': 'application/json' } },
      ...{ connections: CONNECTIONS, seconds: LOAD_SECONDS, method: 'POST', nextBody: batchesOf(network, 1) },
    });
    accepted += Math.round(measured.perSecond * LOAD_SECONDS);
    return measured;
  };
  await closeAlone(folder, port, env);
  line('single events, 64 connections', 'a second', 'p50 ms', 'p95 ms', 'p99 ms', 'failed');
  line('---', '---:', '---:', '---:', '---:', '---:');
  const row = (name: string, { failed, p50, p95, p99, perSecond }: Awaited<ReturnType<typeof report>>) =>
    line(name, Math.round(perSecond), ms(p50), ms(p95), ms(p99), failed);

  const before = await startServer(folder, port, { env: { ...env, ...NO_CLOSING } });
  // As long as closing takes: a start's own work, merges and the jobs of each minute are in both.
  for (let load = 0; load < LOADS_BEFORE; load += 1) row('no month is closed', await report(before));
  await before.stop();

  const server = await startServer(folder, port, { env: { ...env, ...ALL_MONTHS } });
  try {
    await closeWhile(server, async () => row('while a month is closed', await report(server)));
  } finally {
    await server.stop();
  }
  return accepted;
}

/** The same month beforehand, on a copy, while nobody reports: what closing takes by itself. Stores on servers have no copy. */
async function closeAlone(folder: string, port: number, env: NodeJS.ProcessEnv): Promise<void> {
  if (env.DATABASE_URL || env.CLICKHOUSE_URL) return;
  const copy = `${folder}-copy`;
  cpSync(folder, copy, { recursive: true });
  const server = await startServer(copy, port, { env: { ...env, ...ALL_MONTHS } });
  try {
    await closeWhile(server, () => setTimeout(1_000));
  } finally {
    await server.stop();
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Waits until the month that is over is final, and tells how long that took from its cut-off on. */
async function closeWhile(server: MeasuredServer, meanwhile: () => Promise<unknown>): Promise<void> {
  const { authorization } = await signIn(server.url);
  const until = performance.now() + PATIENCE_MS;
  const ask = async (path: string): Promise<unknown> => {
    const url = `${server.url}/api/${path}`;
    for (;;) {
      const answer = await fetch(url, { headers: { authorization } });
      // A machine that is busy puts readers off.
      if (answer.status !== 503 || performance.now() > until) return answer.json();
      await setTimeout(1_000);
    }
  };
  const monthOver = async () => {
    const { months } = (await ask('admin/money')) as MoneyOverview;
    return months.find(({ state }) => state !== 'open');
  };
  let month = await monthOver();
  for (; month?.state !== 'final'; month = await monthOver()) {
    if (performance.now() > until) throw new Error('no month was closed');
    await meanwhile();
  }
  const { data } = (await ask(`documents?month=${month.month}`)) as { readonly data: readonly DocumentRow[] };
  const cutOff = data[0]?.cut_off_at;
  const seconds = (Date.parse(month.final_at) - Date.parse(cutOff ?? '')) / 1_000;
  console.log(
    `\n${month.statements + month.invoices} documents final ${seconds.toFixed(0)} s after the cut-off (at most 60)\n`,
  );
}
