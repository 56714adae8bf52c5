import type { Config } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { withJobLease } from '../databases/accounts/job-lease.ts';
import type { Notices } from './create-notices.ts';
import { createReplicaWatch, type ReplicaGauge } from './watch-replicas.ts';

type Needs = {
  readonly config: Pick<Config, 'clickhouseUrl' | 'clickhouseCluster'>;
  readonly accounts: AccountsDb;
  readonly notices: Notices;
  readonly metrics: ReplicaGauge | null;
  readonly warn: (line: string) => void;
  readonly fails: (error: unknown, name: string) => void;
  readonly inBackground: (pattern: string, name: string, work: () => Promise<unknown>) => void;
};

/**
 * Checks a cluster's replicas at startup and then every minute. Until the first check, a replica that lost its data has
 * no tables.
 */
export async function startReplicaWatch({ config, accounts, fails, inBackground, ...reporting }: Needs): Promise<void> {
  const { clickhouseUrl, clickhouseCluster: cluster } = config;
  if (clickhouseUrl === null || cluster === null) return;
  const alone = (work: () => Promise<void>) => withJobLease(accounts, 'replicas', work, () => {});
  const watch = createReplicaWatch({ ...reporting, location: { clickhouseUrl, cluster }, alone });
  const name = 'checking the replicas of the events store';
  await watch.look().catch((error: unknown) => fails(error, name));
  inBackground('* * * * *', name, watch.look);
}
