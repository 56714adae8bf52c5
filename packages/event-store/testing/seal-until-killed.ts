import { appendFileSync } from 'node:fs';
import { createSealLedger } from '../../../server/databases/accounts/create-seal-ledger.ts';
import { migrateAccounts, openAccounts } from '../../../server/databases/accounts/open-accounts.ts';
import { onePlace } from '../events-engine.ts';
import { openEvents } from '../open-events.ts';
import { createSealJob } from '../seal-job.ts';
import { createRandom, randomEvent } from './event-oracle.ts';

/**
 * A program that the test kills. In a loop, it adds late events to one sealed week and reseals that week. It kills
 * itself at statement number `lastStep` of its seal job. If `lastStep` is 0, it writes a dot for each statement until
 * it is killed. Batch `n` is 20 events with IDs starting at 20n. The program records the acknowledged batches.
 */
const [dataDir = '', acknowledged = '', firstBatch = '0', lastStep = '0', clock = '0'] = process.argv.slice(2);
const accounts = await openAccounts({ dataDir });
await migrateAccounts(accounts);
const ledger = createSealLedger(accounts);
const now = () => Number(clock);
const store = await openEvents({ dataDir }, ledger, now);
let steps = 0;
function step(): void {
  steps += 1;
  process.stdout.write('.');
  if (steps === Number(lastStep)) process.kill(process.pid, 'SIGKILL');
}
const stepping = {
  read: store.engine.read,
  command: (sql: string) => {
    step();
    return store.engine.command(sql);
  },
};
const engine = { ...store.engine, ...stepping, ...onePlace(stepping) };
const publish: typeof ledger.publish = async (...args) => {
  step();
  await ledger.publish(...args);
  step();
};
const job = createSealJob({ ...store, engine }, { ...ledger, publish }, now);
for (let batch = Number(firstBatch); ; batch += 1) {
  const ids = [...Array(20).keys()].map((at) => batch * 20 + at);
  await store.insert(ids.map((id) => randomEvent(createRandom(id), id, Date.UTC(2026, 5, 1), Date.UTC(2026, 5, 8))));
  appendFileSync(acknowledged, `${batch}\n`);
  await job.runNow();
}
