import { isNotHere } from './chdb-errors.ts';
import { type ClusterNode, isUnreachable } from './cluster-nodes.ts';
import type { EngineRead, EventsEngine } from './events-engine.ts';
import { openServerEngine, type ServerSettings } from './server-engine.ts';
import { answersPing, type Look, SILENT } from './server-pulse.ts';

const NO_SHARD = 'A shard of the events store cannot be reached.';

/**
 * Sends queries over all shards, and inserts, to one node: each node has the distributed tables. It uses the node at
 * the address until that fails, then another until that fails. Rows that a node may have begun to store never go to
 * another node here.
 */
export function openClusterFront(
  url: string,
  nodes: readonly ClusterNode[],
  settings: ServerSettings,
): Omit<EventsEngine, 'shards' | 'rowsOf'> {
  const others = nodes.map((node) => node.url).filter((other) => new URL(other).host !== new URL(url).host);
  const engines = [url, ...others].map((address) => openServerEngine(address, settings, lookFrom(address, nodes)));
  let current = 0;

  /** Each engine once, starting with the last one that worked. */
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

  /** The next call begins with another node, even if this call must fail. */
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

/** Pings the node itself, and one replica of each shard. */
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

/** No connection was made, so nothing was done. */
export const wasNeverSent = (error: unknown): boolean =>
  isUnreachable(error) &&
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/.test(String(error.cause.code));
