import { setTimeout } from 'node:timers/promises';
import type { MoneyOverview } from '../../contract/money-overview.ts';
import type { BenchNetwork } from './bench-network.ts';
import { measureLoad } from './measure-http.ts';
import { batchesOf } from './measure-ingestion.ts';
import { signIn } from './measure-reads.ts';
import { type MeasuredServer, startServer } from './server-process.ts';
import { line, ms } from './tables.ts';

const CONNECTIONS = 64;
const LOAD_SECONDS = 4;
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
  line('single events, 64 connections', 'a second', 'p50 ms', 'p95 ms', 'p99 ms', 'failed');
  line('---', '---:', '---:', '---:', '---:', '---:');
  const row = (name: string, { failed, p50, p95, p99, perSecond }: Awaited<ReturnType<typeof report>>) =>
    line(name, Math.round(perSecond), ms(p50), ms(p95), ms(p99), failed);

  const before = await startServer(folder, port, { env: { ...env, ...NO_CLOSING } });
  row('before', await report(before));
  await before.stop();

  const server = await startServer(folder, port, { env: { ...env, ...ALL_MONTHS } });
  try {
    const { authorization } = await signIn(server.url);
    const until = performance.now() + PATIENCE_MS;
    const monthOver = async () => {
      const url = `${server.url}/api/admin/money`;
      let answer = await fetch(url, { headers: { authorization } });
      // A machine that is busy puts readers off.
      for (
        ;
        answer.status === 503 && performance.now() < until;
        answer = await fetch(url, { headers: { authorization } })
      )
        await setTimeout(1_000);
      const { months } = (await answer.json()) as MoneyOverview;
      return months.find(({ state }) => state !== 'open');
    };
    while ((await monthOver()) === undefined) {
      if (performance.now() > until) throw new Error('no month was closed');
      await setTimeout(100);
    }
    const began = performance.now();
    while ((await monthOver())?.state === 'closing') row('while a month is closed', await report(server));
    const month = await monthOver();
    const documents = (month?.statements ?? 0) + (month?.invoices ?? 0);
    console.log(`\n${documents} documents became final in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  } finally {
    await server.stop();
  }
  return accepted;
}
