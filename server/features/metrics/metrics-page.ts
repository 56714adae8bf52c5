import { statfs } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { Gauge } from 'prom-client';
import { SECOND_MS } from '#domain/durations.ts';
import { type AuditStreamState, showAuditStream } from '../../audit-stream/show-audit-stream.ts';
import type { Dependencies } from '../../dependencies.ts';
import { askStores, STORE_PATIENCE_MS } from '../../metrics/ask-stores.ts';
import { containerMemory } from '../../metrics/container-memory.ts';
import { findNewestBackup, findTurns } from '../../metrics/job-history-queries.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { countUnsentMails } from './metrics-queries.ts';

type Needs = Pick<Dependencies, 'config' | 'accounts' | 'events' | 'notices' | 'now' | 'clock'>;
/** A gauge's value, with labels if the gauge has any. */
type Reading = { readonly labels?: Readonly<Record<string, string>>; readonly value: number };

/**
 * How long to wait for a value. This is longer than a store's timeout, so that an unresponsive store is reported as
 * down.
 */
const PATIENCE_MS = STORE_PATIENCE_MS + 500;

/**
 * Returns the counters, and the gauges, which are read now. Values from an unresponsive store are omitted; the others
 * are served.
 */
export async function metricsPage(metrics: Metrics, needs: Needs): Promise<{ type: string; text: string }> {
  const audit = auditState(needs);
  const looks: readonly [Gauge<string>, () => Promise<Reading[]>][] = [
    [metrics.storeUp, () => storesUp(needs)],
    [metrics.sealAge, () => sealAge(needs)],
    [metrics.lastBackup, () => sinceBackup(needs)],
    [metrics.failedJobs, () => failedJobs(needs)],
    [metrics.clockSkew, async () => readings(needs.clock.skewMs() / SECOND_MS)],
    [metrics.auditStreamWaiting, async () => readings((await audit)?.waiting)],
    [metrics.auditStreamLag, async () => readings(auditLag(await audit, needs.now()))],
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
  // A gauge without labels would report 0 for an unknown value.
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

async function sinceBackup({ accounts, config, now }: Needs): Promise<Reading[]> {
  const backup = await findNewestBackup(accounts);
  if (backup === undefined) return readings(config.backupTo === null ? null : Number.POSITIVE_INFINITY);
  return readings(Math.max(0, now() - backup.at) / SECOND_MS);
}

/** Returns which jobs failed. Job names come from the program, so their number is limited. */
async function failedJobs({ accounts }: Needs): Promise<Reading[]> {
  const turns = await findTurns(accounts);
  return turns.map(({ job, failure }) => ({ labels: { name: job }, value: failure === null ? 0 : 1 }));
}

/** Returns the state of the audit stream; null if there is no receiver or the state cannot be read. */
async function auditState({ accounts, config }: Needs): Promise<AuditStreamState | null> {
  return config.auditStream === null ? null : showAuditStream(accounts, config.auditStream).catch(() => null);
}

function auditLag(state: AuditStreamState | null, nowMs: number): number | null {
  if (state === null) return null;
  return state.oldestAt === null ? 0 : Math.max(0, nowMs - state.oldestAt) / SECOND_MS;
}

async function unsentMails({ accounts }: Needs): Promise<Reading[]> {
  const counts = await countUnsentMails(accounts);
  return counts.map(({ status, count }) => ({ labels: { status }, value: count }));
}

async function standingNotices({ notices }: Needs): Promise<Reading[]> {
  const standing = await notices.list();
  return standing.map(({ kind }) => ({ labels: { kind }, value: 1 }));
}

/** Returns the free space in the data folder, but only if it contains a store. */
async function freeBytes({ config }: Needs): Promise<Reading[]> {
  if (config.databaseUrl !== null && config.clickhouseUrl !== null) return [];
  const { bavail, bsize } = await statfs(config.dataDir);
  return readings(bavail * bsize);
}
