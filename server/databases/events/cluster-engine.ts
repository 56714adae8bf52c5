import { openClusterFront, wasNeverSent } from './cluster-front.ts';
import { type ClusterNode, type ClusterOptions, findPlaces, openNodes } from './cluster-nodes.ts';
import { EventsUnavailableError } from './events-db.ts';
import type { EngineRead, EngineSettings, EventsEngine, EventsShard } from './events-engine.ts';
import type { ServerSettings } from './server-engine.ts';

export type ClusterEngine = EventsEngine & {
  readonly nodes: readonly ClusterNode[];
  readonly isReplicated: boolean;
};

/**
 * An answer without a shard would be too small without saying so. Tables within tables are looked up over all shards. A
 * shard that is frozen accepts a connection and never speaks: the servers' own patience of minutes is too long. One that works
 * tells its progress ten times a second.
 */
const ALL: EngineSettings = {
  skip_unavailable_shards: 0,
  distributed_product_mode: 'global',
  handshake_timeout_ms: 2_000,
  receive_timeout: 4,
  send_timeout: 4,
};

/**
 * Acknowledged is what lies on its shard, not what waits in the first node's queue for it. A shard that stores says nothing until
 * it is done, so a busy one is waited for longer; pings find a frozen one before (`server-pulse.ts`).
 */
const INSERT: EngineSettings = {
  distributed_foreground_insert: 1,
  distributed_background_insert_timeout: 10,
  receive_timeout: 10,
};

/**
 * Two replicas have the rows before they are acknowledged, one insert after the other, and whoever reads sees all that was
 * acknowledged: a replica that lags behind would miss ids that are stored, and figures.
 */
const QUORUM: EngineSettings = { insert_quorum: 2, insert_quorum_parallel: 0, insert_quorum_timeout: 3_000 };
const REPLICATED: EngineSettings = { select_sequential_consistency: 1 };

export const clusterSettings = (isReplicated: boolean): ServerSettings => ({
  all: isReplicated ? { ...ALL, ...QUORUM, ...REPLICATED } : ALL,
  insert: INSERT,
});

/** A ClickHouse cluster: reads and inserts by one node that answers, maintenance on each shard by itself. */
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
  error instanceof EventsUnavailableError && /cannot be reached|lags behind/.test(error.message);

/**
 * By its first replica that can be reached: what it is told, the others copy. A statement that one of them may have begun is
 * not given to another, which would add the same sums a second time.
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
    command: (sql) => byFirst((engine) => engine.command(sql), wasNeverSent),
    read: async function* <Row>(statement: EngineRead) {
      yield* await byFirst(async (engine) => {
        const rows: Row[][] = [];
        for await (const some of engine.read<Row>(statement)) rows.push(some);
        return rows;
      }, isSilent);
    },
  };
}
