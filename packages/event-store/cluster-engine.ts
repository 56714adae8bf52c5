import { isEmptyNode, isNotHere } from './chdb-errors.ts';
import { openClusterFront, wasNeverSent } from './cluster-front.ts';
import { type ClusterNode, type ClusterOptions, findPlaces, openNodes } from './cluster-nodes.ts';
import { EventsUnavailableError } from './events-db.ts';
import type { EngineRead, EngineSettings, EventsEngine, EventsShard } from './events-engine.ts';
import type { ServerSettings } from './server-engine.ts';
import { QUORUM } from './take-inserts.ts';

export type ClusterEngine = EventsEngine & {
  readonly nodes: readonly ClusterNode[];
  readonly isReplicated: boolean;
};

/**
 * An answer without a shard would be silently incomplete. Subqueries run over all shards. A frozen shard accepts a
 * connection and never answers: the servers' default timeout of minutes is too long. A working shard reports its
 * progress ten times a second.
 */
const ALL: EngineSettings = {
  skip_unavailable_shards: 0,
  distributed_product_mode: 'global',
  handshake_timeout_ms: 2_000,
  receive_timeout: 4,
  send_timeout: 4,
};

/**
 * An insert is acknowledged once its shard has the rows, not while they wait in the first node's queue. A shard that
 * stores rows is silent until it is done, so the timeout is longer. Pings detect a frozen shard earlier
 * (`server-pulse.ts`).
 */
const INSERT: EngineSettings = {
  distributed_foreground_insert: 1,
  distributed_background_insert_timeout: 10,
  receive_timeout: 10,
};

/**
 * Two replicas have the rows before an acknowledgment, inserts run one after the other, and readers see all
 * acknowledged rows. A replica that lags behind would miss stored ids and figures.
 */
const REPLICATED_WRITES: EngineSettings = {
  insert_quorum: QUORUM,
  insert_quorum_parallel: 0,
  insert_quorum_timeout: 3_000,
};
const REPLICATED: EngineSettings = { select_sequential_consistency: 1 };

export const clusterSettings = (isReplicated: boolean): ServerSettings => ({
  all: isReplicated ? { ...ALL, ...REPLICATED_WRITES, ...REPLICATED } : ALL,
  insert: INSERT,
});

/** A ClickHouse cluster: one available node serves reads and inserts; maintenance runs on each shard. */
export async function openClusterEngine(url: string, options: ClusterOptions): Promise<ClusterEngine> {
  const places = await findPlaces(url, options);
  const isReplicated = places.some(({ replica }) => replica > 1);
  const settings = clusterSettings(isReplicated);
  const nodes = await openNodes(url, options, places, settings);
  const front = openClusterFront(url, nodes, settings);
  const numbers = [...new Set(nodes.map(({ place }) => place.shard))].sort((one, other) => one - other);
  return {
    ...front,
    nodes,
    isReplicated,
    rowsOf: (table) => `${table}_local`,
    shards: numbers.map((shard) => shardOf(nodes.filter(({ place }) => place.shard === shard))),
    close: async () => {
      await Promise.all([front, ...nodes.map(({ engine }) => engine)].map((engine) => engine.close()));
    },
  };
}

const isSilent = (error: unknown): boolean =>
  error instanceof EventsUnavailableError && (/cannot be reached/.test(error.message) || isNotHere(error));

/**
 * Runs statements on the first replica that can be reached; the others replicate the result. A statement that one
 * replica may have begun never goes to another, which would add the same sums a second time.
 */
export function shardOf(replicas: readonly ClusterNode[]): EventsShard {
  async function byFirst<Result>(
    work: (engine: EventsEngine) => Promise<Result>,
    mayGoOn: (error: unknown) => boolean,
  ): Promise<Result> {
    for (const [at, { engine }] of replicas.entries()) {
      try {
        return await work(engine);
      } catch (error) {
        if (!mayGoOn(error) || at === replicas.length - 1) throw error;
      }
    }
    throw new RangeError('a shard has a node');
  }
  return {
    name: `shard-${replicas[0]?.place.shard ?? 0}/`,
    replicas: replicas.map(({ engine }) => engine),
    command: (sql) =>
      byFirst(
        (engine) => engine.command(sql),
        (error) => wasNeverSent(error) || isEmptyNode(error),
      ),
    read: async function* <Row>(statement: EngineRead) {
      yield* await byFirst(async (engine) => {
        const rows: Row[][] = [];
        for await (const some of engine.read<Row>(statement)) rows.push(some);
        return rows;
      }, isSilent);
    },
  };
}
