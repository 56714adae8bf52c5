import { randomUUID } from 'node:crypto';
import { onePlace } from '#event-store/events-engine.ts';
import { openEvents } from '#event-store/open-events.ts';
import { createSealJob } from '#event-store/seal-job.ts';
import { createBilling } from '../../billing/create-billing.ts';
import { readConfig } from '../../config/config.ts';
import { createSealLedger } from '../../databases/accounts/create-seal-ledger.ts';
import { migrateAccounts, openAccounts } from '../../databases/accounts/open-accounts.ts';
import { createSecretBox } from '../../keys/secret-box.ts';
import { createLiveChanges } from '../../live/live-changes.ts';
import { insertJob } from '../../maintenance/jobs-queries.ts';
import { openMaintenance } from '../../maintenance/open-maintenance.ts';
import { createNetworkMemory } from '../../network/snapshot/network-memory.ts';
import { openConfig } from '../../start/installation-secret.ts';
import { ERASE_VISITOR } from '../erase-visitor-job.ts';
import { createVisitorGate } from '../visitor-gate.ts';

/** This program erases a visitor, and kills itself at its `lastStep`-th step. */
const [dataDir = '', fingerprint = '', lastStep = '0'] = process.argv.slice(2);
const accounts = await openAccounts({ dataDir });
await migrateAccounts(accounts);
const settings = readConfig({ DATA_DIR: dataDir, DEMO: 'off' });
const config = await openConfig({ settings, accounts, now: Date.now });
const ledger = createSealLedger(accounts);
const store = await openEvents({ dataDir }, ledger);
let steps = 0;
function step(): void {
  steps += 1;
  if (steps === Number(lastStep)) process.kill(process.pid, 'SIGKILL');
}
const stepping = {
  read: store.engine.read,
  command: async (sql: string) => {
    if (!sql.startsWith('ALTER')) return store.engine.command(sql);
    const ended = store.engine.command(sql);
    // Take one step while the engine is working, and another before the next statement.
    await Promise.race([ended, new Promise((resolve) => setImmediate(resolve))]);
    step();
    await ended;
    step();
  },
};
const events = { ...store, engine: { ...store.engine, ...stepping, ...onePlace(stepping) } };
const gate = createVisitorGate({ accounts, config, now: Date.now, shared: null });
const erase: typeof gate.erase = async (visitor) => {
  step();
  await gate.erase(visitor);
  step();
};
const sealJob = createSealJob(events, ledger, Date.now);
const runner = openMaintenance({
  accounts,
  events,
  config,
  now: Date.now,
  live: createLiveChanges(),
  gate: { ...gate, erase },
  sealJob,
  figures: { check: sealJob.compareNow },
  billing: createBilling({ accounts, events, network: createNetworkMemory(accounts), config, now: Date.now }),
  report: (error) => console.error(error),
});
const payload = createSecretBox(config, 'visitors').seal(fingerprint);
await insertJob(accounts, { id: randomUUID(), kind: ERASE_VISITOR, payload, requested_at: Date.now() });
await runner.look();
process.kill(process.pid, 'SIGKILL');
