import { cpSync, rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { DocumentRow } from '../../contract/documents.ts';
import type { MoneyOverview } from '../../contract/money-overview.ts';
import type { BenchNetwork } from './bench-network.ts';
import { type Latency, measureLoad, measurePacedLoad } from './measure-http.ts';
import { batchesOf } from './measure-ingestion.ts';
import { signIn } from './measure-reads.ts';
import { type MeasuredServer, startServer } from './server-process.ts';
import { line, ms } from './tables.ts';

const CONNECTIONS = 64;
/**
 * Number of reports per second: one from each of 100,000 outlets in less than two minutes, several times what visitors
 * cause.
 */
const A_SECOND = 1_000;
const LOAD_SECONDS = 4;
const LOADS_BEFORE = 14;
const PATIENCE_MS = 600_000;

/**
 * Settings with which no month before the current month is closed, so that closing never disturbs other measurements.
 */
export const NO_CLOSING = { FIRST_MONTH: new Date().toISOString().slice(0, 7) };
const ALL_MONTHS = { FIRST_MONTH: '2020-01' };

type Report = (server: MeasuredServer) => Promise<Latency>;

/**
 * Measures single events without closing a month, and while the last month is closed: first at a fixed rate, then as
 * fast as the server responds. Returns the number of accepted events.
 */
export async function measureClosing(
  folder: string,
  port: number,
  { env, network }: { readonly env: NodeJS.ProcessEnv; readonly network: BenchNetwork },
): Promise<number> {
  let accepted = 0;
  const load = ({ url }: MeasuredServer) => ({
    url: `${url}/api/ingest/events`,
    headers: { 'content-type': 'application/json' },
    method: 'POST' as const,
    connections: CONNECTIONS,
    seconds: LOAD_SECONDS,
    nextBody: batchesOf(network, 1),
  });
  const paced: Report = (server) => measurePacedLoad(load(server), A_SECOND);
  const full: Report = async (server) => {
    const measured = await measureLoad(load(server));
    accepted += Math.round(measured.perSecond * LOAD_SECONDS);
    return measured;
  };
  // Stores on servers have no copy in which the same month could be closed again.
  if (!env.DATABASE_URL && !env.CLICKHOUSE_URL) {
    await onCopy(folder, (copy) =>
      withServer(copy, port, { ...env, ...ALL_MONTHS }, (server) => closeWhile(server, () => setTimeout(1_000))),
    );
    await onCopy(folder, (copy) => measureBeside(copy, port, env, { name: `${A_SECOND} a second`, report: paced }));
  }
  await measureBeside(folder, port, env, { name: 'as fast as answered', report: full });
  return accepted;
}

async function onCopy(folder: string, use: (copy: string) => Promise<void>): Promise<void> {
  const copy = `${folder}-copy`;
  cpSync(folder, copy, { recursive: true });
  try {
    await use(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/**
 * Measures a load without closing a month, and then while a month is closed. The first measurement also includes the
 * work after a start, merges and the jobs that run every minute.
 */
async function measureBeside(
  folder: string,
  port: number,
  env: NodeJS.ProcessEnv,
  { name, report }: { readonly name: string; readonly report: Report },
): Promise<void> {
  line(`single events, ${CONNECTIONS} connections, ${name}`, 'a second', 'p50 ms', 'p95 ms', 'p99 ms', 'failed');
  line('---', '---:', '---:', '---:', '---:', '---:');
  const row = (beside: string, { failed, p50, p95, p99, perSecond }: Latency) =>
    line(beside, Math.round(perSecond), ms(p50), ms(p95), ms(p99), failed);

  await withServer(folder, port, { ...env, ...NO_CLOSING }, async (server) => {
    for (let load = 0; load < LOADS_BEFORE; load += 1) row('no month is closed', await report(server));
  });
  await withServer(folder, port, { ...env, ...ALL_MONTHS }, (server) =>
    closeWhile(server, async () => row('while a month is closed', await report(server))),
  );
}

async function withServer(
  folder: string,
  port: number,
  env: NodeJS.ProcessEnv,
  use: (server: MeasuredServer) => Promise<void>,
): Promise<void> {
  const server = await startServer(folder, port, { env });
  try {
    await use(server);
  } finally {
    await server.stop();
  }
}

/** Waits until the last month is final. Prints how long this took since the month's cut-off. */
async function closeWhile(server: MeasuredServer, meanwhile: () => Promise<unknown>): Promise<void> {
  const { authorization } = await signIn(server.url);
  const until = performance.now() + PATIENCE_MS;
  const ask = async (path: string): Promise<unknown> => {
    const url = `${server.url}/api/${path}`;
    for (;;) {
      const answer = await fetch(url, { headers: { authorization } });
      // A busy machine responds to read requests with 503.
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
