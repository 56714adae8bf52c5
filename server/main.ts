import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import closeWithGrace from 'close-with-grace';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import packageJson from '../package.json' with { type: 'json' };
import { buildApp } from './app.ts';
import { createBilling } from './billing/create-billing.ts';
import { createLedgerWatch } from './billing/watch-ledger.ts';
import { type Config, ConfigError, isShared, readConfig } from './config/config.ts';
import { refuseUnfinishedCopy } from './copies/refuse-unfinished-copy.ts';
import type { AccountsDb } from './databases/accounts/accounts-db.ts';
import { createSealLedger } from './databases/accounts/create-seal-ledger.ts';
import { forgetExpired } from './databases/accounts/forget-expired.ts';
import { inTurn } from './databases/accounts/in-turn.ts';
import { migrateAccounts, openAccounts } from './databases/accounts/open-accounts.ts';
import { createKeyRenewal } from './databases/accounts/renew-find-keys.ts';
import { readStoreTime } from './databases/accounts/store-time.ts';
import { lockDataFolder } from './databases/data-folder-lock.ts';
import { readerOf } from './databases/events/events-reader.ts';
import { openEvents } from './databases/events/open-events.ts';
import { createSealJob, type SealHooks } from './databases/events/seal-job.ts';
import { eraseDeletedAccounts } from './erasure/erase-accounts.ts';
import { startAlerts } from './features/alerts/start-alerts.ts';
import { findGuessableAccounts } from './features/auth/find-guessable-accounts.ts';
import { DEMO_ACCOUNTS } from './features/demo/demo-accounts.ts';
import { createDemoMoney } from './features/demo/demo-money.ts';
import { seedDemoNetwork } from './features/demo/seed-demo-network.ts';
import { createBudgets } from './features/ingest/create-budgets.ts';
import { createIngestor } from './features/ingest/create-ingestor.ts';
import { createDataCentres } from './features/ingest/data-centres.ts';
import { recoverContacts } from './features/ingest/recover-contacts.ts';
import { listenForMetrics, refuseBusyMetricsPort } from './features/metrics/metrics-listener.ts';
import { createMoneyActs } from './features/money/money-acts.ts';
import { forgetPending } from './features/registration/forget-pending.ts';
import { createReportMails } from './features/reports/mail-reports.ts';
import { createPlayServer } from './features/serve/create-play-server.ts';
import { forgetContacts } from './features/service/forget-contacts.ts';
import { createFigures } from './figures/figures.ts';
import { createImports } from './import-runs/import-process.ts';
import { createSecretBox } from './lib/secret-box.ts';
import { tryAgain } from './lib/try-again.ts';
import { changeOf, createLiveChanges, EVERYTHING_CHANGED, type LiveChanges } from './live/live-changes.ts';
import { startDelivery } from './mail/deliver-mails.ts';
import { forgetOldMails } from './mail/forget-old-mails.ts';
import { createMail } from './mail/mail.ts';
import { figuresNote } from './maintenance/figures-check.ts';
import { openMaintenance } from './maintenance/open-maintenance.ts';
import { createRecurringJobs } from './maintenance/recurring-jobs.ts';
import { removeOldEvents } from './maintenance/remove-events-job.ts';
import { measureIngestor } from './metrics/measure-ingestor.ts';
import { measureInserts } from './metrics/measure-inserts.ts';
import { measureImports, measureSeals } from './metrics/measure-jobs.ts';
import { createMetrics } from './metrics/metrics.ts';
import { createNetworkMemory } from './network/snapshot/network-memory.ts';
import { createNotices } from './notices/create-notices.ts';
import { tellPlainHttp } from './notices/warn-plain-http.ts';
import { tellUnsignedViews } from './notices/warn-unsigned-views.ts';
import { createClockWatch } from './notices/watch-clock.ts';
import { createDiskWatch } from './notices/watch-disk.ts';
import { createFiguresWatch } from './notices/watch-figures.ts';
import { createLossWatch } from './notices/watch-losses.ts';
import { createOpenPlays } from './plays/create-open-plays.ts';
import { readyPasswordLists } from './sign-in/password-rule.ts';
import { announceStart } from './start/announce-start.ts';
import { withInstallationSecret } from './start/installation-secret.ts';
import { keepUnsignedViews } from './start/keep-unsigned-views.ts';
import { openStoreClock } from './start/open-store-clock.ts';
import { pairStores } from './start/pair-stores.ts';
import { pastOf } from './start/past-of.ts';
import { refuseBusyPort } from './start/refuse-busy-port.ts';
import { refuseDemoPasswords } from './start/refuse-demo-passwords.ts';
import { refuseDemoTraces } from './start/refuse-demo-traces.ts';
import { refuseOtherCurrency } from './start/refuse-other-currency.ts';
import { sealAnew } from './start/seal-anew.ts';
import { playDemo, portOf } from './start/simulator-process.ts';
import { startFailure } from './start/start-failure.ts';
import { accountsLocation, eventsLocation } from './start/store-locations.ts';
import { forgetVisitors } from './visitors/forget-visitors.ts';
import { createVisitorGate } from './visitors/visitor-gate.ts';
import { lookAtVisitorList } from './visitors/watch-list.ts';

const CLOSE_WITHIN_MS = 4_500;
const COMPARE_AFTER_MS = 15_000;
const AGAIN_MS = MINUTE_MS;
const GIVE_UP_AFTER_MS = 6 * HOUR_MS;
/** A whole network connects anew after a restart; who finds no place in the line of Node's 511 asks again after a second, then three. */
const MOST_WAITING_CONNECTIONS = 4_096;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** How to undo each step of the start, the last one first. */
const undo: (() => unknown)[] = [];
let stopping = false;

async function stop(): Promise<void> {
  stopping = true;
  for (let step = undo.pop(); step; step = undo.pop()) await step();
}

/** Locks before it opens anything: two servers never work on one folder (docs/threat-model.md#i9). */
async function openStores() {
  const config = readConfig(process.env);
  undo.push(lockDataFolder(config.dataDir));
  await refuseBusyPort(config.port, config.host);
  await refuseBusyMetricsPort(config.metricsPort);
  const metrics = createMetrics(config, packageJson.version);
  const accounts = await openAccounts(accountsLocation(config));
  undo.push(() => accounts.destroy());
  await refuseUnfinishedCopy(accounts);
  await migrateAccounts(accounts);
  await keepUnsignedViews(accounts, config);
  const ledger = createSealLedger(accounts, config.clickhouseUrl !== null);
  const opened = await openEvents(eventsLocation(config), ledger, Date.now, say);
  const events = measureInserts(opened, metrics);
  undo.push(() => events.close());
  const clock = await openStoreClock(config, accounts, events);
  const { now } = clock;
  await pairStores({ accounts, events, now });
  const notices = createNotices({ accounts, now });
  const live = await openLiveChanges(config, accounts);
  const withSecret = await withInstallationSecret(config, accounts);
  const clocks = { clock, now, time: () => readStoreTime(accounts, now) };
  return { config: withSecret, accounts, events, ledger, notices, metrics, live, ...clocks };
}

/** Between processes where there may be several: where both stores are servers. */
async function openLiveChanges({ databaseUrl, clickhouseUrl }: Config, accounts: AccountsDb): Promise<LiveChanges> {
  if (databaseUrl === null || clickhouseUrl === null) return createLiveChanges();
  const { openSharedLiveChanges } = await import('./live/shared-live-changes.ts');
  const live = openSharedLiveChanges({ accounts, databaseUrl });
  undo.push(() => live.close());
  return live;
}

async function start(): Promise<void> {
  const { ledger, ...stores } = await openStores();
  const { config, accounts, events, notices, metrics, clock, now, time } = stores;
  await refuseDemoTraces(config, accounts);
  await refuseOtherCurrency(config, accounts);
  for (const line of await sealAnew(accounts, createSecretBox(config))) say(line);
  await refuseDemoPasswords(config, () => findGuessableAccounts(accounts));
  let warn: (line: string) => void = say;
  const gate = createVisitorGate({ accounts, config, now, shared: isShared(config) });
  const network = createNetworkMemory(accounts);
  const budgets = createBudgets({ config, accounts, events, now });
  const dataCentres = createDataCentres(config.dataCentreRanges, now, (line) => warn(line));
  const paying = { budgets, openPlays: createOpenPlays({ config, accounts, now }) };
  const ingestor = measureIngestor(createIngestor({ ...stores, network, gate, ...paying, dataCentres }), metrics);
  undo.push(() => ingestor.close());
  const mail = createMail({ config, now });
  const imports = measureImports(createImports({ accounts, config, mail, now }), metrics);
  const figures = createFigures({ ...stores, network });
  const reading = { ...stores, events: readerOf(events), network };
  const playServer = createPlayServer({ ...reading, ...paying, report: (line) => warn(line) });
  const dependencies = { ...reading, figures, ingestor, playServer, budgets, mail, imports };
  const isLeftOnDisk = (what: string) => (error: unknown) => {
    metrics?.sealRuns.inc({ result: 'failed' });
    warn(`${what} are still on the disk, it is tried again every quarter of an hour: ${String(error)}`);
  };
  const hooks: SealHooks = {
    time,
    failed: isLeftOnDisk('Removed events'),
    untidied: isLeftOnDisk('Sums that were replaced'),
    // What is kept of newest views is read anew.
    forgotten: (views) => stores.live.announce(changeOf(views.map((view) => ({ ...view, timestampMs: 0 })))),
    repaired: () => stores.live.announce(EVERYTHING_CHANGED),
  };
  const sealJob = measureSeals(createSealJob(events, ledger, now, hooks), metrics);
  undo.push(() => sealJob.close());
  if (config.demo) {
    const seed = () => seedDemoNetwork({ ...dependencies, past: pastOf(events), report: say });
    await inTurn(accounts, 'demo', seed, () => say('Another process makes the demo network; waiting for it …'));
    await sealJob.runNow();
  }
  const app = await buildApp(dependencies, { version: packageJson.version, webFolder: webFolder() });
  warn = (line) => app.log.warn(line);
  const fails = (error: unknown, name: string) => app.log.error({ err: error }, `${name} failed`);
  const recurring = createRecurringJobs({ accounts, now, time, report: fails });
  undo.push(recurring.stop);
  const { byOne, inBackground } = recurring;
  const sums = createFiguresWatch({ sealJob, notices, note: figuresNote(accounts, now), warn });
  inBackground('* * * * *', 'sealing closed days', async () => {
    if ((await sealJob.runNow()).lost.length > 0) await sums.look();
  });
  byOne('47 3 * * *', 'comparing sealed sums', () => untilDone(() => sums.check()));
  const forget = () => forgetVisitors({ ...stores, time, sealJob, visitorDataDays: config.visitorDataDays });
  byOne('17 4 * * *', 'forgetting visitors', () => untilDone(forget));
  const { retentionMonths } = config;
  const remove = () => removeOldEvents({ ...stores, time, sealJob, retentionMonths, say: warn });
  byOne('37 4 * * *', 'removing old events', () => untilDone(remove));
  const unreadable = await lookAtVisitorList(gate, notices);
  if (unreadable !== null) app.log.warn(unreadable);
  const invented = config.demo ? createDemoMoney({ accounts, config, acts: createMoneyActs(stores) }) : null;
  const billing = createBilling({ ...stores, time, network, invented });
  const books = createLedgerWatch({ billing, notices, warn });
  byOne('*/10 * * * *', 'closing months', () => books.closeDue());
  byOne('37 * * * *', 'adding up views without a play', () => tellUnsignedViews(dependencies));
  byOne('7 4 * * *', 'verifying the ledger', () => books.verify());
  const maintenance = openMaintenance({ ...stores, time, sealJob, gate, figures: sums, billing, report: fails });
  undo.push(() => maintenance.close());
  inBackground('* * * * * *', 'doing what commands ask for', () => maintenance.look());
  inBackground('*/5 * * * * *', 'carrying on imports', () => imports.look());
  inBackground('* * * * *', 'mailing reports', createReportMails(dependencies).runNow, false);
  byOne('7 * * * *', 'forgetting what expired', async () => forgetExpired(accounts, await time()));
  byOne('*/10 * * * *', 'renewing keys of names', createKeyRenewal(accounts, now));
  startAlerts({ ...dependencies, notices }, { byOne, inBackground });
  byOne('57 4 * * *', 'forgetting old contacts', async () => forgetContacts(accounts, await time()));
  byOne('9 * * * *', 'erasing deleted accounts', async () => eraseDeletedAccounts(accounts, await time()));
  byOne('17 * * * *', 'forgetting old mails', async () => forgetOldMails(accounts, await time()));
  byOne('27 * * * *', 'forgetting unverified accounts', async () => forgetPending(accounts, await time()));
  deliverMails(config, { accounts, now, time, report: (facts) => app.log.warn(facts, 'a mail is not delivered') });
  undo.push(() => app.close());
  const disk = createDiskWatch({ folder: config.dataDir, hasEvents: config.clickhouseUrl === null, notices });
  // A disk that cannot be asked is no reason not to start: the job reports it.
  const diskAtStart = await disk.look().catch(() => null);
  inBackground('* * * * *', 'looking at the disk', async () => {
    const line = await disk.look();
    if (line !== null) app.log.warn(line);
  });
  const clockWatch = createClockWatch({ clock, notices, host: hostname(), warn });
  await clockWatch.look();
  inBackground('* * * * *', 'comparing the clock', clockWatch.look);
  const losses = createLossWatch({ dataDir: config.dataDir, notices, warn });
  inBackground('* * * * *', 'looking for what was acknowledged and is gone', losses.look);
  await losses.look().catch((error: unknown) => fails(error, 'looking for what was acknowledged and is gone'));
  void imports.look().catch((error: unknown) => fails(error, 'carrying on imports'));
  await app.listen({ port: config.port, host: config.host, backlog: MOST_WAITING_CONNECTIONS });
  undo.push(await listenForMetrics(dependencies));
  void events.readAhead();
  const inVain = (what: string) => (error: unknown) => {
    if (!stopping) fails(error, what);
  };
  playServer.ready().catch(inVain('reading budgets'));
  readyPasswordLists().catch(inVain('loading password lists'));
  recoverContacts(stores).catch(inVain('recovering contacts'));
  if (config.simulator) undo.push(playDemo(config, portOf(app.server.address())));
  announceStart(config, DEMO_ACCOUNTS, say);
  const plainHttp = await tellPlainHttp(config, notices);
  if (plainHttp !== null) {
    app.log.warn(plainHttp);
    say(plainHttp);
  }
  // The first readers after a restart are not kept waiting by it.
  const soon = setTimeout(() => {
    const patiently = (name: string, work: () => Promise<unknown>) =>
      tryAgain(work, {
        fails: (error) => fails(error, name),
        isStopping: () => stopping,
      });
    // Also at the start, for a machine that is off at night; one after the other, since each needs the sums to itself.
    void (async () => {
      await patiently('comparing sealed sums', () => sums.look());
      await patiently('forgetting visitors', forget);
      await patiently('removing old events', remove);
      await patiently('closing months', () => books.closeDue());
      await patiently('adding up views without a play', () => tellUnsignedViews(dependencies));
    })();
  }, COMPARE_AFTER_MS);
  undo.push(() => clearTimeout(soon));
  if (diskAtStart !== null) say(diskAtStart);
}

/** Again each minute while it answers null because another process seals, or makes a backup, which takes longer. */
async function untilDone(work: () => Promise<object | number | null>): Promise<void> {
  const lastAt = performance.now() + GIVE_UP_AFTER_MS;
  while ((await work()) === null) {
    if (performance.now() > lastAt) throw new Error('Another process kept the sums to itself for hours.');
    await pause(AGAIN_MS, undefined, { ref: false });
    if (stopping) return;
  }
}

type DeliverySettings = Omit<Parameters<typeof startDelivery>[0], 'config' | 'smtpUrl'>;
function deliverMails(config: Config, settings: DeliverySettings): void {
  if (config.smtpUrl === null) return;
  const delivery = startDelivery({ ...settings, config, smtpUrl: config.smtpUrl });
  undo.push(() => delivery.close());
}

/** Beside the built server lies the built web client; in development Vite serves it. */
const webFolder = (): string =>
  fileURLToPath(new URL(import.meta.url.endsWith('.mjs') ? '../web' : '../dist/web', import.meta.url));

closeWithGrace({ delay: CLOSE_WITHIN_MS, logger: false }, async ({ err }) => {
  if (err) process.stderr.write(`Voltboard stops after an unexpected failure: ${err.stack ?? err.message}\n`);
  await stop();
});

try {
  await start();
} catch (error) {
  // Asked to end while it was starting: what failed then is the store that was closed under it.
  if (!stopping) {
    await stop();
    const text = error instanceof ConfigError ? error.message : startFailure(error, process.env.PORT ?? '4000');
    process.stderr.write(`${text}\n`);
    process.exit(1);
  }
}
