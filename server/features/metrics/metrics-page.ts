import { statfs } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { Gauge } from 'prom-client';
import { SECOND_MS } from '#domain/durations.ts';
import type { Dependencies } from '../../dependencies.ts';
import { askStores, STORE_PATIENCE_MS } from '../../metrics/ask-stores.ts';
import { containerMemory } from '../../metrics/container-memory.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { countUnsentMails } from './metrics-queries.ts';

type Needs = Pick<Dependencies, 'config' | 'accounts' | 'events' | 'notices' | 'now' | 'clock'>;
/** A value, of these labels where the gauge has any. */
type Reading = { readonly labels?: Readonly<Record<string, string>>; readonly value: number };

/** Longer than a store is waited for, so that a silent one is told as down. */
const PATIENCE_MS = STORE_PATIENCE_MS + 500;

/** What was counted, with what can only be said now. What a silent store cannot tell is left out, and the rest stands. */
export async function metricsPage(metrics: Metrics, needs: Needs): Promise<{ type: string; text: string }> {
  const looks: readonly [Gauge<string>, () => Promise<Reading[]>][] = [
    [metrics.storeUp, () => storesUp(needs)],
    [metrics.sealAge, () => sealAge(needs)],
    [metrics.clockSkew, async () => readings(needs.clock.skewMs() / SECOND_MS)],
    [metrics.mails, () => unsentMails(needs)],
    [metrics.notices, () => standingNotices(needs)],
    [metrics.freeBytes, () => freeBytes(needs)],
    [metrics.memoryUsed, async () => readings((await containerMemory())?.usedBytes)],
    [metrics.memoryLimit, async () => readings((await containerMemory())?.limitBytes)],
  ];
  await Promise.all(looks.map(async ([gauge, look]) => put(gauge, await inTime(look()))));
  return { type: metrics.registry.contentType, text: await metrics.registry.metrics() };
}

function put(gauge: Gauge<string>, found: readonly Reading[]): void {
  gauge.reset();
  // A gauge without labels would say 0 of what nobody knows.
  gauge.remove({});
  for (const { labels = {}, value } of found) gauge.set(labels, value);
}

const inTime = (look: Promise<Reading[]>): Promise<Reading[]> =>
  Promise.race([look.catch(() => []), setTimeout(PATIENCE_MS, [], { ref: false })]);

const readings = (value: number | null | undefined): Reading[] =>
  value === null || value === undefined ? [] : [{ value }];

async function storesUp(needs: Needs): Promise<Reading[]> {
  const up = await askStores(needs);
  return Object.entries(up).map(([store, isUp]) => ({ labels: { store }, value: isUp ? 1 : 0 }));
}

async function sealAge({ events, now }: Needs): Promise<Reading[]> {
  const { watermark } = await events.seal();
  return readings((now() - Date.parse(watermark)) / 1000);
}

async function unsentMails({ accounts }: Needs): Promise<Reading[]> {
  const counts = await countUnsentMails(accounts);
  return counts.map(({ status, count }) => ({ labels: { status }, value: count }));
}

async function standingNotices({ notices }: Needs): Promise<Reading[]> {
  const standing = await notices.list();
  return standing.map(({ kind }) => ({ labels: { kind }, value: 1 }));
}

/** Only where a store lies there: a folder that holds nothing may be as small as it likes. */
async function freeBytes({ config }: Needs): Promise<Reading[]> {
  if (config.databaseUrl !== null && config.clickhouseUrl !== null) return [];
  const { bavail, bsize } = await statfs(config.dataDir);
  return readings(bavail * bsize);
}
