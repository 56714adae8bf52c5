import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { getHealth, type StoreEngine } from '#contract/health.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addRoute } from '../../http/add-route.ts';
import { showFiguresCheck, showLedgerCheck } from '../../maintenance/show-checks.ts';
import { askStores, STORE_PATIENCE_MS } from '../../metrics/ask-stores.ts';
import { findNewestBackup, findTurns } from '../../metrics/job-history-queries.ts';
import { diskRoom } from '../../notices/watch-disk.ts';
import { findNewestJobs } from './health-queries.ts';

type Needs = Pick<Dependencies, 'accounts' | 'config' | 'events' | 'now'>;

const instant = (ms: number): string => new Date(ms).toISOString();

/** Registers the route that shows whether the installation's automatic work is running. */
export function healthRoutes(needs: Needs) {
  const { accounts, config, now } = needs;
  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, getHealth, async () => {
      const [up, sealedUntil, disk] = await Promise.all([askStores(needs), sealedOf(needs), roomOf(config.dataDir)]);
      const backup = await findNewestBackup(accounts);
      const jobs = await findNewestJobs(accounts);
      const turns = await findTurns(accounts);
      return {
        at: instant(now()),
        stores: [
          { name: 'accounts' as const, engine: accountsEngine(config), answers: up.accounts },
          { name: 'events' as const, engine: eventsEngine(config), answers: up.events },
        ],
        ledger: await showLedgerCheck(accounts),
        figures: await showFiguresCheck(accounts),
        sealed_until: sealedUntil,
        disk: disk === null ? null : { free_bytes: disk.freeBytes, total_bytes: disk.totalBytes },
        backup: backup === undefined ? null : { at: instant(backup.at), folder: backup.subject },
        jobs: jobs.map(({ kind, state, requested_at: asked, ended_at: ended, failure }) => ({
          kind,
          state,
          asked_at: instant(asked),
          ended_at: ended === null ? null : instant(ended),
          failure,
        })),
        recurring: turns.map(({ job, minute_at: minute, begun_at: begun, ended_at: ended, failure }) => ({
          name: job,
          begun_at: instant(begun ?? minute),
          ended_at: ended === null ? null : instant(ended),
          failure,
        })),
      };
    });
  };
}

const accountsEngine = ({ databaseUrl }: Needs['config']): StoreEngine =>
  databaseUrl === null ? 'embedded' : 'postgresql';

const eventsEngine = ({ clickhouseUrl, clickhouseCluster }: Needs['config']): StoreEngine => {
  if (clickhouseUrl === null) return 'embedded';
  return clickhouseCluster === null ? 'clickhouse' : 'clickhouse_cluster';
};

/**
 * Returns the time up to which figures are sealed. Null if the store does not respond in time, because it must not
 * block the other results.
 */
const sealedOf = ({ events }: Needs): Promise<string | null> =>
  Promise.race([
    events.seal().then(
      ({ watermark }) => instant(Date.parse(watermark)),
      () => null,
    ),
    setTimeout(STORE_PATIENCE_MS, null, { ref: false }),
  ]);

const roomOf = (folder: string) => diskRoom(folder).catch(() => null);
