import {
  type ClusterLocation,
  checkReplicas,
  QUORUM,
  REPLICA_STATES,
  type ReplicaReport,
  type ReplicaState,
} from '#event-store/operations.ts';
import type { Notices } from './create-notices.ts';

/** The gauge that counts replicas by state. */
export type ReplicaGauge = {
  readonly storeReplicas: { set(labels: { readonly state: ReplicaState }, replicas: number): void };
};

type Needs = {
  readonly location: ClusterLocation;
  readonly notices: Pick<Notices, 'raise' | 'end'>;
  readonly metrics: ReplicaGauge | null;
  readonly warn: (line: string) => void;
  /** Runs the work only while no other process runs the same work. */
  readonly alone: (work: () => Promise<void>) => Promise<void>;
  readonly check?: typeof checkReplicas;
};

/**
 * Creates a watch for the events store's replicas. Rebuilds replicas that lost their tables. Reports unreachable, lost
 * and lagging replicas in the log, to administrators and as a metric.
 */
export function createReplicaWatch({ location, notices, metrics, warn, alone, check = checkReplicas }: Needs) {
  let reported = new Map<string, string>();
  let hasRaised: boolean | null = null;

  function report(replicas: readonly ReplicaReport[]): void {
    const now = new Map(replicas.map((replica) => [nameOf(replica), lineOf(replica)]));
    for (const [name, line] of now) {
      const before = reported.get(name);
      if (line !== before && (line !== null || before !== undefined)) warn(line ?? `${name} is up to date again.`);
    }
    reported = new Map([...now].flatMap(([name, line]) => (line === null ? [] : [[name, line]])));
    for (const state of REPLICA_STATES) metrics?.storeReplicas.set({ state }, countOf(replicas, state));
  }

  return {
    look: async (): Promise<void> => {
      let replicas = await check(location, { rebuild: false });
      if (replicas.some(({ state }) => state === 'lost')) {
        // Check again under the lease, because another process may have rebuilt the replica since.
        await alone(async () => {
          replicas = await check(location, { rebuild: true });
        });
      }
      report(replicas);
      const text = noticeOf(replicas);
      if (text !== null) await notices.raise('replicas', text);
      else if (hasRaised !== false) await notices.end('replicas');
      hasRaised = text !== null;
    },
  };
}

const nameOf = ({ place }: ReplicaReport): string =>
  `Replica ${place.replica} of shard ${place.shard} of the events store (${place.host})`;
const countOf = (replicas: readonly ReplicaReport[], state: ReplicaState): number =>
  replicas.filter((replica) => replica.state === state).length;

/** Returns the line about a replica, or null if the replica is complete. */
function lineOf(replica: ReplicaReport): string | null {
  const name = nameOf(replica);
  const lines: Readonly<Record<ReplicaState, string | null>> = {
    whole: null,
    behind: `${name} is behind, or its Keeper does not respond.`,
    rebuilt: `${name} had lost its tables. They were recreated, and it is now fetching its rows from the other replicas.`,
    lost: `${name} has lost its tables. ${replica.reason || 'They will be recreated within a minute.'}`,
    away: `${name} does not respond.`,
  };
  return lines[replica.state];
}

function noticeOf(replicas: readonly ReplicaReport[]): string | null {
  const lines = replicas.filter(({ state }) => state !== 'rebuilt').flatMap((replica) => lineOf(replica) ?? []);
  if (lines.length === 0) return null;
  const shards = [...new Set(replicas.map(({ place }) => place.shard))];
  const left = shards.map((shard) => countTaking(replicas.filter(({ place }) => place.shard === shard)));
  return `${lines.join(' ')} ${consequence(left.reduce((fewest, count) => (count < fewest ? count : fewest)))}`;
}

const countTaking = (replicas: readonly ReplicaReport[]): number =>
  replicas.filter(({ state }) => state === 'whole' || state === 'rebuilt').length;

function consequence(left: number): string {
  if (left < QUORUM)
    return 'Events cannot be stored until two replicas of each shard respond. Outlets keep their events and send them again.';
  return left === QUORUM ? 'Events are still stored, but not if another replica fails.' : 'Events are stored as usual.';
}
