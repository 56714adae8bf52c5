import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS } from '#domain/durations.ts';
import type { Installation, Product } from './open-installation.ts';
import { readyOf } from './play-upgrade.ts';
import type { StoreServer } from './start-stores.ts';

const ASK_EVERY_MS = 250;
/**
 * Maximum time until a replica is rebuilt. Keeper counts a dead replica as active until its session ends, and the
 * product checks every minute.
 */
const REBUILT_WITHIN_MS = 4 * MINUTE_MS;
const NOTICED_WITHIN_MS = MINUTE_MS;

type Replica = StoreServer & Required<Pick<StoreServer, 'url' | 'loseData'>>;

export const replicasOf = ({ stores }: Installation): readonly Replica[] =>
  stores.servers.filter((one): one is Replica => one.url !== undefined && one.loseData !== undefined);

/**
 * Deletes a replica's data. Waits until the product has rebuilt the replica with all rows that another replica had
 * before.
 */
export async function loseReplica(installation: Installation, replica: Replica): Promise<void> {
  const other = replicasOf(installation).find((one) => one !== replica);
  if (other === undefined) throw new Error('a replica has another one');
  const { database } = installation.stores;
  const [before] = await Promise.all([countEvents(other, database), replica.loseData()]);
  await eventually(`${replica.server.name} has its rows again`, REBUILT_WITHIN_MS, async () => {
    const now = await countEvents(replica, database).catch(() => -1);
    return now >= before;
  });
}

/**
 * Kills all replicas but one. The product must reject events and report that it is not ready until these replicas are
 * back.
 */
export async function loseQuorum(installation: Installation): Promise<void> {
  const [, ...others] = replicasOf(installation);
  const back = others.map(({ server }) => server.kill(NOTICED_WITHIN_MS / 2));
  const isNotReady = async (product: Product) => (await readyOf(product)).status === 503;
  await eventually('every process says that it is not ready', NOTICED_WITHIN_MS, async () =>
    (await Promise.all(installation.products.map(isNotReady))).every(Boolean),
  );
  await Promise.all(back);
}

async function countEvents({ url }: Replica, database: string): Promise<number> {
  const body = `SELECT count() FROM ${database}.events_local`;
  const answer = await fetch(url, { method: 'POST', body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return Number(text);
}

async function eventually(what: string, withinMs: number, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`It did not come about that ${what}.`);
    await pause(ASK_EVERY_MS);
  }
}
