import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS } from '#domain/durations.ts';
import { seededRandom } from '../../server/lib/seeded-random.ts';
import { createAnswerBook } from './answer-book.ts';
import { checkClosedMonths } from './check-closed-months.ts';
import { type Comparison, readShownFigures, type ShownFindings } from './check-shown-figures.ts';
import { checkStoredEvents } from './check-stored-events.ts';
import { type DrillReport, type FaultOutcome, missesOf } from './drill-report.ts';
import { EventLedger } from './event-ledger.ts';
import { createExpectedSums } from './expected-sums.ts';
import type { GivenServers } from './given-servers.ts';
import { layDrillNetwork } from './lay-drill-network.ts';
import { createEventMaker } from './make-events.ts';
import { buildNewerVersions, CURRENT } from './newer-version.ts';
import { type Installation, openInstallation, type Setup } from './open-installation.ts';
import { type Fault, type FaultKind, type NewerVersion, planFaults } from './plan-faults.ts';
import { startPlayers } from './play-ads.ts';
import { PROBES, type Prober, startProber } from './probe-front-door.ts';
import { startSenders } from './send-events.ts';
import { readStoredEvents } from './stored-events-queries.ts';

export type DrillOptions = {
  readonly setup: Setup;
  readonly seed: string;
  /** The parent folder for the installation's folder. */
  readonly folder: string;
  /** Ends after this number of events or minutes, but never before every fault has been played. */
  readonly until: { readonly events: number } | { readonly minutes: number };
  readonly perSecond: number;
  readonly kinds: readonly FaultKind[];
  readonly faultSeconds: number;
  /** ClickHouse servers that are already running, for the setup `given`. */
  readonly given?: GivenServers | null;
  /**
   * The folder with an older version's built programs, to upgrade from. If absent, this version is upgraded to invented
   * versions.
   */
  readonly older?: string | undefined;
  /** Whether to wait for the seconds at which all processes seal, and to read the figures after a restart too. */
  readonly isPatient: boolean;
  readonly say: (line: string) => void;
};

const RECOVERY_PATIENCE_MS = MINUTE_MS;
const SETTLE_PATIENCE_MS = 180_000;
/**
 * Number of views that the scarce budget pays, per event: 4 in every hundred events. About twelve in every hundred
 * events are views of the scarce flight.
 */
const SCARCE_SHARE = 0.04;
/** Time within which requests delayed by a fault arrive. */
const AFTERMATH_MS = 5_000;
const BETWEEN_MS = 1_000;

/**
 * Runs one drill:
 * 1. Opens an installation and creates the network.
 * 2. Sends events, requests plays and probes the front door, while it plays the faults.
 * 3. Waits until all events are acknowledged.
 * 4. Compares the stored rows, the closed months and the shown figures with the ledger.
 * Keeps the logs if a goal was missed.
 */
export async function runDrill(options: DrillOptions): Promise<DrillReport> {
  const isOlderGiven = options.older !== undefined;
  const oldest = isOlderGiven ? { name: 'the older version', folder: options.older } : CURRENT;
  const installation = await openInstallation(options.setup, options.folder, oldest, options.given ?? null);
  try {
    const report = await drill(installation, options);
    if (missesOf(report, false).length > 0)
      options.say(`what its processes said stays in ${installation.keepTraces()}`);
    return report;
  } catch (error) {
    options.say(`the drill ended before its time; what its processes said stays in ${installation.keepTraces()}`);
    throw error;
  } finally {
    await installation.close();
  }
}

async function drill(installation: Installation, options: DrillOptions): Promise<DrillReport> {
  const { setup, seed, until, perSecond, say } = options;
  const random = seededRandom('drill', setup, seed);
  const expected = 'events' in until ? until.events : until.minutes * 60 * perSecond;
  const accounts = await installation.openAccounts();
  const terms = await layDrillNetwork(accounts, Date.now(), Math.ceil(expected * SCARCE_SHARE));
  await accounts.destroy();
  await installation.startProducts();
  say(`${setup}: ready at ${installation.url}`);

  const faults: FaultOutcome[] = [];
  let faultUntil = 0;
  const book = createAnswerBook(() => performance.now() < faultUntil);
  const ledger = new EventLedger(terms);
  const maker = createEventMaker(ledger, random);
  const senders = startSenders({ ledger, maker, book, random, url: installation.url, perSecond });
  const players = startPlayers({ ledger, senders, book, random, url: installation.url });
  const report = () => senders.sendOnce(maker.one());
  const prober = startProber({ url: installation.url, admin: terms.admin, book, report });
  const { kinds, faultSeconds: seconds, isPatient } = options;
  const versions = await versionsOf(installation, options);
  const plan = planFaults({ installation, senders, random, kinds, seconds, perSecond, isPatient, versions });

  const beganMs = performance.now();
  const progress = () =>
    'events' in until
      ? ledger.events.length / until.events
      : (performance.now() - beganMs) / (until.minutes * MINUTE_MS);
  // A drill with a duration in minutes repeats the same faults while there is time.
  const { upgrades } = plan;
  const count = plan.faults.length + upgrades.length;
  let played = 0;
  const playNext = async (fault: Fault) => {
    played += 1;
    while ('events' in until && progress() < played / (count + 1)) await pause(20);
    faultUntil = Number.POSITIVE_INFINITY;
    faults.push(await play(fault, prober, say));
    faultUntil = performance.now() + AFTERMATH_MS;
    await pause(BETWEEN_MS);
  };
  do for (const fault of plan.faults) await playNext(fault);
  while (plan.faults.length > 0 && 'minutes' in until && progress() < 1);
  for (const fault of upgrades) await playNext(fault);
  while (progress() < 1) await pause(20);

  await prober.stop();
  await players.finish();
  const unsettled = await senders.finish(SETTLE_PATIENCE_MS);
  const lasted = (performance.now() - beganMs) / 1_000;
  say(`${setup}: ${ledger.acknowledged} of ${ledger.events.length} events acknowledged; comparing`);

  const tokens = new Map<string, string>();
  const readAll = async (): Promise<Comparison[]> => {
    const read: Comparison[] = [];
    for (const { url } of installation.products) read.push(await readShownFigures({ terms, book, url, tokens }));
    return read;
  };
  const before = await readAll();
  const rollups = await checkRollups(installation);
  const sealed = await readAll();
  await installation.stopProducts();
  if (isPatient) await installation.startProducts();
  const restarted = isPatient ? await readAll() : [];
  if (isPatient) await installation.stopProducts();
  const stores = await installation.open();
  const stored = await checkStoredEvents(ledger, (outletKey) => readStoredEvents(stores.events, outletKey));
  const closed = await checkClosedMonths(ledger, stores);
  await stores.close();
  const shown: ShownFindings = { compared: 0, wrong: [] };
  const sums = createExpectedSums(ledger);
  for (const compare of [...before, ...sealed, ...restarted]) compare(sums, shown);

  return {
    setup,
    seed,
    seconds: lasted,
    events: ledger.events.length,
    plays: ledger.events.filter(({ play }) => play !== null).length,
    unsettled,
    stored,
    closed,
    shown,
    rollups,
    oddities: ledger.oddities,
    answers: book,
    faults,
    left: plan.left,
    ended: endedByThemselves(installation),
    logged: loggedErrors(installation),
  };
}

/** Returns the versions for the upgrade; empty if none is requested or there are fewer than two processes. */
async function versionsOf({ products }: Installation, { kinds, older }: DrillOptions): Promise<NewerVersion[]> {
  if (products.length < 2 || !kinds.includes('upgrade')) return [];
  if (older !== undefined) return [{ version: CURRENT, isBreaking: false }];
  const [additive, breaking] = await buildNewerVersions();
  return [
    { version: additive, isBreaking: false },
    { version: breaking, isBreaking: true },
  ];
}

async function play(fault: Fault, prober: Prober, say: (line: string) => void): Promise<FaultOutcome> {
  say(`  ${fault.name} …`);
  const beganMs = performance.now();
  await fault.play();
  const endedMs = performance.now();
  const measured = await Promise.all(
    PROBES.map(async (probe) => {
      const recovery = await prober.recovered(probe, endedMs, RECOVERY_PATIENCE_MS);
      return { probe, recovery, silence: prober.longestSilence(probe, beganMs) };
    }),
  );
  const by = <Value>(read: (one: (typeof measured)[number]) => Value) =>
    Object.fromEntries(measured.map((one) => [one.probe, read(one)])) as Record<(typeof PROBES)[number], Value>;
  return { name: fault.name, recovery: by(({ recovery }) => recovery), silence: by(({ silence }) => silence) };
}

/** Seals late events, and compares all sealed sums with the events. */
async function checkRollups(installation: Installation): Promise<DrillReport['rollups']> {
  const beganMs = performance.now();
  const { code, output } = await installation.admin('check-figures');
  const words = output.trim().split('\n').join('; ');
  return { isClean: code === 0 && /all sums match/.test(words), words, seconds: (performance.now() - beganMs) / 1_000 };
}

const endedByThemselves = ({ stores }: Installation): Map<string, number> =>
  new Map(
    stores.servers.map(({ server }) => [server.name, server.endedByItself()] as const).filter(([, count]) => count > 0),
  );

type Logged = { readonly level: number; readonly msg?: string; readonly err?: { code?: string; message?: string } };

/** Counts logged errors by message and cause, without the parts that vary. */
function loggedErrors({ products, logOf }: Installation): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of products) {
    for (const line of logOf(name).split('\n')) {
      const said = /^\{"level":(50|60),.*\}$/.test(line) ? (JSON.parse(line) as Logged) : null;
      if (said === null) continue;
      const { code = '', message = '' } = said.err ?? {};
      const why = [
        code,
        message
          .split('\n')[0]
          ?.replaceAll(/[0-9a-f]{8}[0-9a-f-]*|\d+/g, '…')
          .slice(0, 120),
      ];
      const words = [said.msg, ...why].filter((word) => word).join(': ');
      counts.set(words, (counts.get(words) ?? 0) + 1);
    }
  }
  return counts;
}
