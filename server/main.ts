import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import closeWithGrace from 'close-with-grace';
import { readerOf } from '#event-store/event-store.ts';
import { createSealJob, openEvents, type SealHooks } from '#event-store/operations.ts';
import { retrySteps, START_RETRY } from '#event-store/retry-steps.ts';
import packageJson from '../package.json' with { type: 'json' };
import { buildApp } from './app.ts';
import { startAuditStream } from './audit-stream/start-audit-stream.ts';
import { createBilling } from './billing/create-billing.ts';
import { createLedgerWatch } from './billing/watch-ledger.ts';
import { type Config, ConfigError, isShared, readConfig, type Settings } from './config/config.ts';
import { refuseUnfinishedCopy } from './copies/refuse-unfinished-copy.ts';
import type { AccountsDb } from './databases/accounts/accounts-db.ts';
import { createSealLedger } from './databases/accounts/create-seal-ledger.ts';
import { forgetExpired } from './databases/accounts/forget-expired.ts';
import { withJobLease } from './databases/accounts/job-lease.ts';
import { openAccounts } from './databases/accounts/open-accounts.ts';
import { createKeyRenewal } from './databases/accounts/renew-find-keys.ts';
import { readStoreTime } from './databases/accounts/store-time.ts';
import { lockDataFolder } from './databases/data-folder-lock.ts';
import { eraseDeletedAccounts } from './erasure/erase-accounts.ts';
import { checkCompleteNetwork, startAlerts } from './features/alerts/start-alerts.ts';
import { findGuessableAccounts } from './features/auth/find-guessable-accounts.ts';
import { DEMO_ACCOUNTS } from './features/demo/demo-accounts.ts';
import { createDemoMoney } from './features/demo/demo-money.ts';
import { settleDemoAlerts } from './features/demo/finish-demo-network.ts';
import { seedDemoNetwork } from './features/demo/seed-demo-network.ts';
import { mailDocuments } from './features/documents/mail-documents.ts';
import { createBudgets } from './features/ingest/budget/create-budgets.ts';
import { recoverContacts } from './features/ingest/contacts/recover-contacts.ts';
import { createIngestor } from './features/ingest/create-ingestor.ts';
import { createDataCentres } from './features/ingest/invalid-traffic/data-centers.ts';
import { listenForMetrics, refuseBusyMetricsPort } from './features/metrics/metrics-listener.ts';
import { createMoneyActs } from './features/money/money-acts.ts';
import { sendReminders } from './features/money/send-reminders.ts';
import { forgetPending } from './features/registration/forget-pending.ts';
import { createReportMails } from './features/reports/mail-reports.ts';
import { traceReport } from './features/reports/trace-report.ts';
import { createPlayServer } from './features/serve/create-play-server.ts';
import { forgetContacts } from './features/service/forget-contacts.ts';
import { checkDueDomains } from './features/single-sign-on/check-domain.ts';
import { createFigures } from './figures/figures.ts';
import { createCostlyQueue } from './http/costly-requests.ts';
import { createImports } from './import-runs/import-process.ts';
import { sealAgain } from './keys/seal-again.ts';
import { startKeys } from './keys/start-keys.ts';
import { resolveTxt } from './lib/resolve-txt.ts';
import { untilDone } from './lib/until-done.ts';
import { changeOf, createLiveChanges, EVERYTHING_CHANGED, type LiveChanges } from './live/live-changes.ts';
import { startDelivery } from './mail/deliver-mails.ts';
import { forgetOldMails } from './mail/forget-old-mails.ts';
import { createMail } from './mail/mail.ts';
import { createQueryExplaining } from './maintenance/explain-query-job.ts';
import { figuresNote } from './maintenance/figures-check.ts';
import { openMaintenance } from './maintenance/open-maintenance.ts';
import { createRecurringJobs } from './maintenance/recurring-jobs.ts';
import { removeOldEvents } from './maintenance/remove-events-job.ts';
import { startBackups } from './maintenance/scheduled-backups.ts';
import { measureIngestor } from './metrics/measure-ingestor.ts';
import { measureInserts } from './metrics/measure-inserts.ts';
import { measureImports, measureSeals } from './metrics/measure-jobs.ts';
import { createMetrics } from './metrics/metrics.ts';
import { createNetworkMemory } from './network/snapshot/network-memory.ts';
import { createNotices } from './notices/create-notices.ts';
import { startReplicaWatch } from './notices/start-replica-watch.ts';
import { tellPlainHttp } from './notices/warn-plain-http.ts';
import { tellUnsignedViews } from './notices/warn-unsigned-views.ts';
import { createClockWatch } from './notices/watch-clock.ts';
import { createDiskWatch } from './notices/watch-disk.ts';
import { createFiguresWatch } from './notices/watch-figures.ts';
import { createLossWatch } from './notices/watch-losses.ts';
import { forgetNotifications } from './notifications/notify.ts';
import { createOpenPlays } from './plays/create-open-plays.ts';
import { createSettingsWatch } from './settings/stored-settings.ts';
import { readyPasswordLists } from './sign-in/password-rule.ts';
import { announceStart } from './start/announce-start.ts';
import { openConfig } from './start/installation-secret.ts';
import { migrateAtStart } from './start/migrate-stores.ts';
import { openStoreClock } from './start/open-store-clock.ts';
import { pairStores } from './start/pair-stores.ts';
import { pastOf } from './start/past-of.ts';
import { refuseBusyPort } from './start/refuse-busy-port.ts';
import { refuseDemoPasswords } from './start/refuse-demo-passwords.ts';
import { refuseDemoTraces } from './start/refuse-demo-traces.ts';
import { refuseOtherCurrency } from './start/refuse-other-currency.ts';
import { playDemo, portOf } from './start/simulator-process.ts';
import { startFailure } from './start/start-failure.ts';
import { accountsLocation, eventsLocation } from './start/store-locations.ts';
import { createSchemaWatch } from './start/watch-schema.ts';
import { forgetVisitors } from './visitors/forget-visitors.ts';
import { createVisitorGate } from './visitors/visitor-gate.ts';
import { lookAtVisitorList } from './visitors/watch-list.ts';

const CLOSE_WITHIN_MS = 4_500;
const COMPARE_AFTER_MS = 15_000;
/**
 * Maximum number of connections in the accept queue. After a restart, a whole network reconnects. Node's default
 * backlog is 511; rejected clients retry after one second, then three.
 */
const MOST_WAITING_CONNECTIONS = 4_096;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Cleanup steps for everything that was started. They run in reverse order. */
const undo: (() => unknown)[] = [];
let stopping = false;
const isStopping = (): boolean => stopping;

async function stop(): Promise<void> {
  stopping = true;
  for (let step = undo.pop(); step; step = undo.pop()) await step();
}

/** Opens the stores, after locking the data folder so that two servers never share one (docs/threat-model.md#i9). */
async function openStores() {
  const settings = readConfig(process.env);
  undo.push(lockDataFolder(settings.dataDir));
  await refuseBusyPort(settings.port, settings.host);
  await refuseBusyMetricsPort(settings.metricsPort);
  const metrics = createMetrics(settings, packageJson.version);
  const accounts = await openAccounts(accountsLocation(settings));
  undo.push(() => accounts.destroy());
  await refuseUnfinishedCopy(accounts);
  await migrateAtStart(settings, accounts, say);
  const ledger = createSealLedger(accounts, settings.clickhouseUrl !== null);
  const opened = await openEvents(eventsLocation(settings), ledger, Date.now, say);
  const events = measureInserts(opened, metrics);
  undo.push(() => events.close());
  const clock = await openStoreClock(settings, accounts, events);
  const { now } = clock;
  await pairStores({ accounts, events, now });
  const notices = createNotices({ accounts, now });
  const live = await openLiveChanges(settings, accounts);
  const config = await openConfig({ settings, accounts, now, replacesLost: true });
  const clocks = { clock, now, time: () => readStoreTime(accounts, now) };
  return { config, accounts, events, ledger, notices, metrics, live, ...clocks };
}

/** Uses the database for change messages if both stores are servers, because several processes may be running. */
async function openLiveChanges({ databaseUrl, clickhouseUrl }: Settings, accounts: AccountsDb): Promise<LiveChanges> {
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
  for (const line of await sealAgain(accounts, config.keys)) say(line);
  await refuseDemoPasswords(config, () => findGuessableAccounts(accounts));
  let warn: (line: string) => void = say;
  const gate = createVisitorGate({ accounts, config, now, shared: isShared(config) ? events : null });
  const network = createNetworkMemory(accounts);
  const budgets = createBudgets({ config, accounts, events, now });
  const dataCentres = createDataCentres(config.dataCentreRanges, now, (line) => warn(line));
  const paying = { budgets, openPlays: createOpenPlays({ config, accounts, now }) };
  const ingestor = measureIngestor(createIngestor({ ...stores, network, gate, ...paying, dataCentres }), metrics);
  undo.push(() => ingestor.close());
  const mail = createMail({ config, now });
  const imports = measureImports(createImports({ accounts, config, mail, now }), metrics);
  const figures = createFigures({ ...stores, network });
  const reading = { ...stores, events: readerOf(events), network, costlyWork: createCostlyQueue() };
  const playServer = createPlayServer({ ...reading, ...paying, report: (line) => warn(line) });
  const schema = createSchemaWatch({ accounts, warn: (line) => warn(line) });
  if (isShared(config)) undo.push(schema.start());
  const dependencies = { ...reading, figures, ingestor, playServer, budgets, mail, imports, resolveTxt, schema };
  const isLeftOnDisk = (what: string) => (error: unknown) => {
    metrics?.sealRuns.inc({ result: 'failed' });
    warn(`${what} are still on disk. Retrying every 15 minutes. ${String(error)}`);
  };
  const hooks: SealHooks = {
    time,
    failed: isLeftOnDisk('Removed events'),
    untidied: isLeftOnDisk('Replaced sums'),
    // Clients refetch the cached newest views.
    forgotten: (views) => stores.live.announce(changeOf(views.map((view) => ({ ...view, timestampMs: 0 })))),
    repaired: () => stores.live.announce(EVERYTHING_CHANGED),
  };
  const sealJob = measureSeals(createSealJob(events, ledger, now, hooks), metrics);
  undo.push(() => sealJob.close());
  if (config.demo) {
    const seed = () => seedDemoNetwork({ ...dependencies, past: pastOf(events), report: say });
    await withJobLease(accounts, 'demo', seed, () => say('Waiting for another process to create the demo network …'));
    await sealJob.runNow();
    const settle = () => settleDemoAlerts({ ...stores, check: () => checkCompleteNetwork(dependencies) });
    await withJobLease(accounts, 'demo', settle, () => undefined);
  }
  const app = await buildApp(dependencies, { version: packageJson.version, webFolder: webFolder() });
  warn = (line) => app.log.warn(line);
  const fails = (error: unknown, name: string) => app.log.error({ err: error }, `${name} failed`);
  const {
    byOne,
    inBackground,
    stop: stopJobs,
  } = createRecurringJobs({ accounts, now, time, report: fails, ...schema });
  undo.push(stopJobs);
  const sums = createFiguresWatch({ sealJob, notices, note: figuresNote(accounts, now), warn });
  inBackground('* * * * *', 'sealing closed days', async () => {
    if ((await sealJob.runNow()).lost.length > 0) await sums.look();
  });
  byOne('47 3 * * *', 'comparing sealed sums', () => untilDone(() => sums.check(), isStopping));
  const forget = () => forgetVisitors({ ...stores, time, sealJob, visitorDataDays: config.visitorDataDays });
  byOne('17 4 * * *', 'erasing visitor data', () => untilDone(forget, isStopping));
  const remove = () => removeOldEvents({ ...stores, ...config, time, sealJob, say: warn });
  byOne('37 4 * * *', 'removing old events', () => untilDone(remove, isStopping));
  const unreadable = await lookAtVisitorList(gate, notices);
  if (unreadable !== null) app.log.warn(unreadable);
  const invented = config.demo ? createDemoMoney({ accounts, config, acts: createMoneyActs(stores) }) : null;
  const billing = createBilling({ ...stores, time, network, invented });
  const books = createLedgerWatch({ billing, notices, warn });
  byOne('*/10 * * * *', 'closing months', () => books.closeDue());
  byOne('37 * * * *', 'summing views without a play', () => tellUnsignedViews(dependencies));
  byOne('7 4 * * *', 'verifying the ledger', () => books.verify());
  const explainQuery = createQueryExplaining({ ...stores, network }, traceReport);
  const jobs = { sealJob, gate, figures: sums, billing, explainQuery };
  const maintenance = openMaintenance({ ...stores, ...jobs, time, report: fails });
  undo.push(() => maintenance.close());
  startKeys({ ...stores, gate }, { byOne, inBackground });
  startAuditStream({ ...stores, warn }, inBackground);
  startBackups({ accounts, config, time, say: warn, isStopping }, byOne);
  inBackground('*/5 * * * * *', 'reading network settings', createSettingsWatch(config, accounts));
  inBackground('* * * * * *', 'running manual jobs', () => maintenance.look());
  inBackground('*/5 * * * * *', 'resuming imports', () => imports.look());
  inBackground('* * * * *', 'emailing reports', createReportMails(dependencies).runNow, false);
  byOne('7 * * * *', 'deleting expired data', async () => forgetExpired(accounts, await time()));
  byOne('*/10 * * * *', 'updating name keys', createKeyRenewal(accounts, now));
  startAlerts({ ...dependencies, notices }, { byOne, inBackground });
  byOne('* * * * *', 'emailing documents', () => mailDocuments(dependencies));
  byOne('13 * * * *', 'sending payment reminders', () => sendReminders(dependencies));
  byOne('27 5 * * *', 'deleting old notifications', async () => forgetNotifications(accounts, await time()));
  byOne('57 4 * * *', 'deleting old contacts', async () => forgetContacts(accounts, await time()));
  byOne('9 * * * *', 'erasing deleted accounts', async () => eraseDeletedAccounts(accounts, await time()));
  byOne('17 * * * *', 'deleting old emails', async () => forgetOldMails(accounts, await time()));
  byOne('47 * * * *', 'checking email domains', () => checkDueDomains(dependencies));
  byOne('27 * * * *', 'deleting unverified accounts', async () => forgetPending(accounts, await time()));
  deliverMails(config, { accounts, now, time, report: (facts) => app.log.warn(facts, 'an email was not delivered') });
  undo.push(() => app.close());
  const disk = createDiskWatch({ folder: config.dataDir, hasEvents: config.clickhouseUrl === null, notices });
  // If the disk check fails, the server still starts, and the job reports the failure.
  const diskAtStart = await disk.look().catch(() => null);
  const tellDisk = (line: string | null) => void (line !== null && warn(line));
  inBackground('* * * * *', 'checking the disk', () => disk.look().then(tellDisk));
  const clockWatch = createClockWatch({ clock, notices, host: hostname(), warn });
  await clockWatch.look();
  inBackground('* * * * *', 'checking the clock', clockWatch.look);
  const losses = createLossWatch({ dataDir: config.dataDir, notices, warn });
  inBackground('* * * * *', 'checking for lost data', losses.look);
  await losses.look().catch((error: unknown) => fails(error, 'checking for lost data'));
  await startReplicaWatch({ ...stores, warn, inBackground, fails });
  void imports.look().catch((error: unknown) => fails(error, 'resuming imports'));
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
  // Delayed, so that the first requests after a restart do not wait for these jobs.
  const soon = setTimeout(() => {
    const trying = { times: START_RETRY, isCurable: () => true, isStopping };
    const patiently = (name: string, work: () => Promise<unknown>) =>
      retrySteps(work, { ...trying, report: (_, error) => fails(error, name) }).catch(inVain(name));
    // Also run these jobs at startup, for machines that are off at night. The jobs run in sequence, because each needs
    // exclusive access to the sums.
    void (async () => {
      await patiently('comparing sealed sums', () => sums.look());
      await patiently('erasing visitor data', forget);
      await patiently('removing old events', remove);
      await patiently('closing months', () => books.closeDue());
      await patiently('summing views without a play', () => tellUnsignedViews(dependencies));
    })();
  }, COMPARE_AFTER_MS);
  undo.push(() => clearTimeout(soon));
  if (diskAtStart !== null) say(diskAtStart);
}

type DeliverySettings = Omit<Parameters<typeof startDelivery>[0], 'config' | 'smtpUrl'>;
function deliverMails(config: Config, settings: DeliverySettings): void {
  if (config.smtpUrl === null) return;
  const delivery = startDelivery({ ...settings, config, smtpUrl: config.smtpUrl });
  undo.push(() => delivery.close());
}

/**
 * Returns the folder of the built web client, which is next to the built server. In development, Vite serves the
 * client.
 */
const webFolder = (): string =>
  fileURLToPath(new URL(import.meta.url.endsWith('.mjs') ? '../web' : '../dist/web', import.meta.url));

closeWithGrace({ delay: CLOSE_WITHIN_MS, logger: false }, async ({ err }) => {
  if (err) process.stderr.write(`Voltboard stopped because of an unexpected error: ${err.stack ?? err.message}\n`);
  await stop();
});

try {
  await start();
} catch (error) {
  // If a shutdown was requested during startup, the error comes from the closed store, so don't report it.
  if (!stopping) {
    await stop();
    const text = error instanceof ConfigError ? error.message : startFailure(error, process.env.PORT ?? '4000');
    process.stderr.write(`${text}\n`);
    process.exit(1);
  }
}
