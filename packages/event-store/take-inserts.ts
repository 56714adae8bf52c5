import { collectRows, type EventsEngine, type EventsShard } from './events-engine.ts';

type Asked = Pick<EventsEngine, 'read'>;

/** Number of replicas that must have a row before it is acknowledged, in shards with replicas. */
export const QUORUM = 2;

const SETTINGS = { max_execution_time: 2 } as const;
const FREE_BYTES = 'SELECT toUInt64(max(unreserved_space)) AS bytes FROM system.disks';
/**
 * Reads whether this replica is read-only, and how many replicas are active. The count is from Keeper, which insert
 * quorums also use. Returns no row if the table isn't replicated.
 */
const REPLICAS = `SELECT is_readonly AS isReadonly, toUInt32(active_replicas) AS active FROM system.replicas
  WHERE database = currentDatabase() AND table = 'events_local'`;

/** Whether a server has room on a disk. A server that forbids the query counts as having room. */
export async function hasRoom(engine: Asked, leastFreeBytes: number): Promise<boolean> {
  const bytes = await freeBytes(engine).catch(() => undefined);
  return bytes === undefined || bytes >= leastFreeBytes;
}

/**
 * Whether inserts can be acknowledged now. Each shard needs a replica that responds and has room. With replication,
 * that replica must also be writable, and another replica must be active.
 */
export async function takeInserts(shards: readonly EventsShard[], leastFreeBytes: number): Promise<boolean> {
  // Check all replicas of a shard concurrently: a frozen replica would use up the time limit of the readiness check.
  const ofShard = ({ replicas }: EventsShard) =>
    Promise.any(replicas.map((replica) => refuseUnlessTaking(replica, leastFreeBytes)));
  return Promise.all(shards.map(ofShard)).then(
    () => true,
    () => false,
  );
}

async function refuseUnlessTaking(replica: Asked, leastFreeBytes: number): Promise<void> {
  const [bytes, [counted]] = await Promise.all([freeBytes(replica), countReplicas(replica)]);
  if (bytes !== undefined && bytes < leastFreeBytes) throw new Error('no room');
  if (counted !== undefined && (counted.isReadonly !== 0 || counted.active < QUORUM)) throw new Error('no quorum');
}

async function freeBytes(server: Asked): Promise<number | undefined> {
  const [row] = await collectRows<{ bytes: string }>(server, small(FREE_BYTES));
  return row && Number(row.bytes);
}

const countReplicas = (server: Asked) => collectRows<{ isReadonly: number; active: number }>(server, small(REPLICAS));

const small = (sql: string) => ({ sql, params: {}, settings: SETTINGS, lane: 'small' }) as const;
