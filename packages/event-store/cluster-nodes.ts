import { isEmptyNode } from './chdb-errors.ts';
import { EventsUnavailableError } from './events-db.ts';
import { collectRows, type EventsEngine } from './events-engine.ts';
import { openServerEngine, type ServerSettings } from './server-engine.ts';
import { SILENT } from './server-pulse.ts';

export type ClusterOptions = {
  /** The cluster's name in the servers' `remote_servers`. */
  readonly name: string;
  /** HTTP addresses (`http://host:port`) of all nodes, if they differ from CLICKHOUSE_URL in more than the host. */
  readonly nodes: readonly string[];
};

export type Place = { readonly shard: number; readonly replica: number; readonly host: string };
export type ClusterNode = { readonly place: Place; readonly engine: EventsEngine; readonly url: string };

const PLACES = `SELECT shard_num AS shard, replica_num AS replica, host_name AS host FROM system.clusters
  WHERE cluster = {name:String} ORDER BY shard, replica`;
const OWN_PLACE = `SELECT shard_num AS shard, replica_num AS replica, host_name AS host FROM system.clusters
  WHERE cluster = {name:String} AND is_local`;
const NAMES = 'SELECT DISTINCT cluster FROM system.clusters ORDER BY cluster';

/** Returns a cluster's shards and replicas, as listed by the first node that responds. */
export async function findPlaces(url: string, options: ClusterOptions): Promise<Place[]> {
  const addresses = [url, ...options.nodes.map((address) => nodeUrl(url, address))];
  for (const [at, address] of addresses.entries()) {
    const engine = openServerEngine(address);
    try {
      return await placesOf(engine, options);
    } catch (error) {
      if (!(isUnreachable(error) || isEmptyNode(error)) || at === addresses.length - 1) throw error;
    } finally {
      await engine.close();
    }
  }
  return [];
}

/** Whether no server responded at the address; another node may still respond. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof EventsUnavailableError && error.message === SILENT;

async function placesOf(engine: EventsEngine, { name }: ClusterOptions): Promise<Place[]> {
  const places = await ask<Place>(engine, PLACES, name);
  if (places.length > 0) return places;
  const known = (await ask<{ cluster: string }>(engine, NAMES, name)).map(({ cluster }) => cluster);
  throw refusal(
    `CLICKHOUSE_CLUSTER: the server knows no cluster '${name}'${known.length > 0 ? `, only ${known.join(', ')}` : ''}. ` +
      'Write a name of its remote_servers, or leave it empty for a single server.',
  );
}

/**
 * Opens each node at its own HTTP address, because statements that change tables run on one node after the other. A
 * replica that does not respond is omitted if another replica has its shard.
 */
export async function openNodes(
  url: string,
  options: ClusterOptions,
  places: readonly Place[],
  settings: ServerSettings,
): Promise<ClusterNode[]> {
  const isNamed = options.nodes.length > 0;
  const addresses = addressesOf(options, places);
  const open: ClusterNode[] = [];
  const silent: string[] = [];
  let failure: unknown;
  try {
    for (const [at, address] of addresses.entries()) {
      const itsUrl = nodeUrl(url, address);
      const engine = openServerEngine(itsUrl, settings);
      const own = await ask<Place>(engine, OWN_PLACE, options.name).catch((error: unknown) => {
        failure = error;
        return null;
      });
      // A server that cannot identify itself (behind a shared address) gets its place from the list.
      const place = own?.[0] ?? (isNamed ? undefined : places[at]);
      if (own === null) silent.push(address);
      else if (place === undefined) throw refusal(`CLICKHOUSE_NODES: ${address} is no node of '${options.name}'.`);
      if (own === null || place === undefined) await engine.close();
      else open.push({ place, engine, url: itsUrl });
    }
    const missing = places.filter(({ shard }) => !open.some(({ place }) => place.shard === shard));
    if (missing.length === 0) return open;
    if (silent.length > 0) throw unreachable(silent, failure);
    const hosts = missing.map(({ shard, host }) => `shard ${shard} (${host})`).join(', ');
    throw refusal(`CLICKHOUSE_NODES: the address of ${hosts} is missing; name the HTTP address of every node.`);
  } catch (error) {
    await Promise.all(open.map(({ engine }) => engine.close()));
    throw error;
  }
}

const addressesOf = ({ nodes }: ClusterOptions, places: readonly Place[]): readonly string[] =>
  nodes.length > 0 ? nodes : places.map(({ host }) => addressOf(host));

/** Returns the HTTP address of every node, including nodes that do not respond. */
export const nodeUrls = (url: string, options: ClusterOptions, places: readonly Place[]): readonly string[] =>
  addressesOf(options, places).map((address) => nodeUrl(url, address));

/** Builds the error for a start failure that a retry does not fix. */
export const refusal = (message: string) => new EventsUnavailableError(message, false);

const unreachable = (addresses: readonly string[], cause: unknown) =>
  new EventsUnavailableError(
    `The events store's nodes ${addresses.join(', ')} cannot be reached. Where their HTTP ports differ from that of CLICKHOUSE_URL, name them in CLICKHOUSE_NODES.`,
    true,
    { cause },
  );

const ask = <Row>(engine: EventsEngine, sql: string, name: string): Promise<Row[]> =>
  collectRows<Row>(engine, { sql, params: { name }, settings: { max_execution_time: 10 }, lane: 'small' });

const addressOf = (host: string) => (host.includes(':') ? `[${host}]` : host);

/**
 * Builds the URL of a node. User, password, database and everything else that the address lacks are taken from
 * CLICKHOUSE_URL.
 */
function nodeUrl(url: string, address: string): string {
  const node = new URL(url);
  if (/^https?:/.test(address)) {
    const { protocol, host } = new URL(address);
    node.protocol = protocol;
    node.host = host;
    if (!new URL(address).port) node.port = '';
  } else node.hostname = address;
  return node.href;
}
