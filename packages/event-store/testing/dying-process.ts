import type { EventsShard } from '../events-engine.ts';
import type { EventsStore } from '../events-store.ts';
import type { SealLedger } from '../seal-ledger.ts';

export const DIED = new Error('the process was killed here');

/**
 * Returns the dependencies of a job in a process that dies at its step number `lastStep` and does nothing afterwards.
 * Each statement that writes is a step, and so are the times before and after each publication.
 */
export function dyingProcess(
  store: EventsStore,
  ledger: SealLedger,
  lastStep: number,
): { readonly events: EventsStore; readonly ledger: SealLedger } {
  let steps = 0;
  const step = () => {
    steps += 1;
    if (steps >= lastStep) throw DIED;
  };
  const alive = () => {
    if (steps >= lastStep) throw DIED;
  };
  const dying = (shard: EventsShard): EventsShard => ({
    ...shard,
    read: (statement) => {
      alive();
      return shard.read(statement);
    },
    command: async (sql) => {
      step();
      await shard.command(sql);
    },
  });
  const around =
    <Args extends unknown[], Result>(write: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      step();
      const result = await write(...args);
      step();
      return result;
    };
  return {
    events: { ...store, engine: { ...store.engine, shards: store.engine.shards.map(dying) } },
    ledger: { ...ledger, publish: around(ledger.publish), publishArchived: around(ledger.publishArchived) },
  };
}
