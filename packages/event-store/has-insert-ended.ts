import { MINUTE_MS } from '#domain/durations.ts';
import { engineErrorCode } from './chdb-errors.ts';
import { type ClusterOptions, findPlaces, nodeUrls } from './cluster-nodes.ts';
import type { LostInsert } from './events-db.ts';
import { collectRows } from './events-engine.ts';
import { openServerEngine } from './server-engine.ts';

/** A part of an insert on another node has an id of its own, and names the query that it belongs to. */
const RUNNING = `SELECT toUInt32(count()) AS running FROM system.processes
  WHERE startsWith(query_id, {id:String}) OR startsWith(initial_query_id, {id:String})`;
const SETTINGS = { max_execution_time: 2 } as const;
/** More than the clocks of two machines drift apart while a fence holds. */
const DRIFT_MS = 500;
/** After this time, a node that tells nothing counts as one that runs nothing. */
const UNKNOWN_FOR_MS = MINUTE_MS;

type Location = { readonly clickhouseUrl: string; readonly cluster: ClusterOptions | null };
/** `refused`: the server answers, and does not show its queries. `silent`: it does not answer. */
type Look = 'running' | 'ended' | 'refused' | 'silent';

/**
 * Whether an insert without its locks has ended. The servers refuse rows that come when its fence is over. From then on
 * a look at the running queries of every node is certain: what they do not show cannot begin any more.
 */
export async function hasInsertEnded({ clickhouseUrl, cluster }: Location, lost: LostInsert): Promise<boolean> {
  if (lost.lostForMs < lost.heldForMs + DRIFT_MS) return false;
  const places = cluster === null ? [] : await findPlaces(clickhouseUrl, cluster);
  const urls = cluster === null ? [clickhouseUrl] : nodeUrls(clickhouseUrl, cluster, places);
  const looks = await Promise.all(urls.map((url) => lookAtNode(url, lost.id)));
  return isOverAt(looks, { lostForMs: lost.lostForMs, hasReplicas: places.some(({ replica }) => replica > 1) });
}

/**
 * Without replicas, a silent node keeps all of ingestion waiting, so it is waited for. With them the others go on, and
 * a node that is lost for good must not block outlets for good.
 */
export function isOverAt(
  looks: readonly Look[],
  { lostForMs, hasReplicas }: { readonly lostForMs: number; readonly hasReplicas: boolean },
): boolean {
  const isLongAgo = lostForMs > UNKNOWN_FOR_MS;
  const may: Readonly<Record<Look, boolean>> = {
    running: false,
    ended: true,
    refused: isLongAgo,
    silent: isLongAgo && hasReplicas,
  };
  return looks.every((look) => may[look]);
}

async function lookAtNode(url: string, id: string): Promise<Look> {
  const engine = openServerEngine(url);
  try {
    const read = { sql: RUNNING, params: { id }, settings: SETTINGS, lane: 'small' } as const;
    const [row] = await collectRows<{ running: number }>(engine, read);
    return row?.running === 0 ? 'ended' : 'running';
  } catch (error) {
    if (engineErrorCode(error) !== null) return 'refused';
    return refusesConnections(error) ? 'ended' : 'silent';
  } finally {
    await engine.close();
  }
}

/** No server runs at the address, so no query does. */
const refusesConnections = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'ECONNREFUSED';
