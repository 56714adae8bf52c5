import { isEmptyNode, isNotHere } from './chdb-errors.ts';
import { type ClusterNode, type ClusterOptions, findPlaces, isUnreachable, openNodes } from './cluster-nodes.ts';
import { EventsUnavailableError } from './events-db.ts';
import type { EngineRead, EngineSettings, EventsEngine, EventsShard } from './events-engine.ts';
import { openServerEngine, type ServerSettings } from './server-engine.ts';
import { answersPing, type Look, SILENT } from './server-pulse.ts';
import { QUORUM } from './take-inserts.ts';

export type ClusterEngine = EventsEngine & {
  readonly nodes: readonly ClusterNode[];
  readonly isReplicated: boolean;
};

/**
 * Settings for all statements. A response that lacks a shard would be silently incomplete. Subqueries run over all
 * shards. A frozen shard accepts a connection and never responds: the servers' default timeout of minutes is too long.
 * A working shard reports its progress ten times a second.
 */
const ALL: EngineSettings = {
  skip_unavailable_shards: 0,
  distributed_product_mode: 'global',
  handshake_timeout_ms: 2_000,
  receive_timeout: 4,
  send_timeout: 4,
};

/**
 * Settings for inserts. An insert is acknowledged once its shard has the rows, not while the rows wait in the first
 * node's queue. A shard is silent while it stores rows, so the timeout is longer. Pings detect a frozen shard earlier
 * (`server-pulse.ts`).
 */
const INSERT: EngineSettings = {
  distributed_foreground_insert: 1,
  distributed_background_insert_timeout: 10,
  receive_timeout: 10,
};

/**
 * Settings for writes to replicated tables. Two replicas have the rows before an insert is acknowledged, inserts run
 * one after the other, and readers see all acknowledged rows. A replica that lags behind would miss stored IDs and
 * figures.
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

/** Opens a ClickHouse cluster. One available node serves reads and inserts; maintenance runs on each shard. */
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
 * Runs statements on the first reachable replica; the other replicas replicate the result. A statement that a replica
 * may have begun is never sent to another replica, which would add the same sums twice.
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

const NO_SHARD = 'A shard of the events store cannot be reached.';

/**
 * Sends inserts, and queries over all shards, to a single node, because each node has the distributed tables. Uses the
 * node at the URL until that node fails, then the next node until that fails. Rows that a node may have begun to store
 * are never sent to another node.
 */
export function openClusterFront(
  url: string,
  nodes: readonly ClusterNode[],
  settings: ServerSettings,
): Omit<EventsEngine, 'shards' | 'rowsOf'> {
  const others = nodes.map((node) => node.url).filter((other) => new URL(other).host !== new URL(url).host);
  const engines = [url, ...others].map((address) => openServerEngine(address, settings, lookFrom(address, nodes)));
  let current = 0;

  /** Yields each engine once, starting with the last one that worked. */
  function* inOrder(): Generator<readonly [EventsEngine, isLast: boolean]> {
    const first = current;
    for (let step = 0; step < engines.length; step += 1) {
      const at = (first + step) % engines.length;
      const engine = engines[at];
      if (engine === undefined) return;
      current = at;
      yield [engine, step === engines.length - 1];
    }
  }

  async function byFirst(work: (engine: EventsEngine) => Promise<void>): Promise<void> {
    for (const [engine, isLast] of inOrder()) {
      try {
        return await work(engine);
      } catch (error) {
        if (isLast || !wasNeverSent(error)) throw leaving(error);
      }
    }
  }

  /** Makes the next call start with another node, even if this call must fail. Returns the error. */
  function leaving(error: unknown): unknown {
    if (isUnreachable(error) || isNotHere(error)) current = (current + 1) % engines.length;
    return error;
  }

  async function* read<Chunk>(ask: (engine: EventsEngine) => AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
    for (const [engine, isLast] of inOrder()) {
      let hasBegun = false;
      try {
        for await (const chunk of ask(engine)) {
          hasBegun = true;
          yield chunk;
        }
        return;
      } catch (error) {
        if (hasBegun || isLast || !(isUnreachable(error) || isNotHere(error))) throw leaving(error);
      }
    }
  }

  return {
    database: new URL(url).pathname.slice(1) || 'default',
    read: <Row>(statement: EngineRead) => read((engine) => engine.read<Row>(statement)),
    readText: (statement) => read((engine) => engine.readText(statement)),
    command: (sql) => byFirst((engine) => engine.command(sql)),
    insertEvents: (columns, rows, fence) => byFirst((engine) => engine.insertEvents(columns, rows, fence)),
    insertRows: (table, columns, rows) => byFirst((engine) => engine.insertRows(table, columns, rows)),
    close: async () => {
      await Promise.all(engines.map((engine) => engine.close()));
    },
  };
}

/** Pings the node, and at least one replica of each shard. */
const lookFrom =
  (url: string, nodes: readonly ClusterNode[]): Look =>
  async () => {
    const shards = [...new Set(nodes.map(({ place }) => place.shard))];
    const anyOf = async (shard: number) => {
      const asked = nodes.filter(({ place }) => place.shard === shard).map((node) => answersPing(node.url));
      return (await Promise.all(asked)).some(Boolean);
    };
    const [itself, ...all] = await Promise.all([answersPing(url), ...shards.map(anyOf)]);
    if (itself !== true) return SILENT;
    return all.every(Boolean) ? null : NO_SHARD;
  };

/** Whether no connection was made, so that the server did nothing. */
const wasNeverSent = (error: unknown): boolean =>
  isUnreachable(error) &&
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/.test(String(error.cause.code));
