import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { createSealJob } from '#event-store/seal-job.ts';
import { createSealLedger } from '../../server/databases/accounts/create-seal-ledger.ts';
import type { SeededRandom } from '../../server/lib/seeded-random.ts';
import type { Version } from './newer-version.ts';
import type { Installation, Product } from './open-installation.ts';
import { upgrade } from './play-upgrade.ts';
import { loseQuorum, loseReplica, replicasOf } from './replica-faults.ts';
import type { Senders } from './send-events.ts';
import type { StoreServer } from './start-stores.ts';
import type { Supervised } from './supervised-process.ts';

/** A version, and whether older processes stop after its migrations. */
export type NewerVersion = { readonly version: Version; readonly isBreaking: boolean };

export const FAULT_KINDS = [
  'kill-process',
  'freeze-process',
  'kill-store',
  'freeze-store',
  'full-disk',
  'clock',
  'load',
  'seal',
  'kill-sealing',
  'lose-replica',
  'lose-quorum',
  'upgrade',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export type Fault = {
  readonly kind: FaultKind;
  readonly name: string;
  /** Breaks something and repairs it. Resolves at the time from which everything must respond again. */
  play(): Promise<void>;
};

export type FaultPlan = {
  readonly faults: readonly Fault[];
  /** Version upgrades, which run once after all other faults. */
  readonly upgrades: readonly Fault[];
  /** The reasons why some faults cannot be played here. */
  readonly left: readonly string[];
};

type Needs = {
  readonly installation: Installation;
  readonly senders: Senders;
  readonly random: SeededRandom;
  readonly kinds: readonly FaultKind[];
  /** How long freezes, full disks and similar faults last. */
  readonly seconds: number;
  readonly perSecond: number;
  /**
   * Whether to wait for the second at which all processes seal. Otherwise, only the drill's two seal jobs run at the
   * same time.
   */
  readonly isPatient: boolean;
  /** Versions that replace each other on the same stores. */
  readonly versions: readonly NewerVersion[];
};

const AWAY_MS = 1_000;
const LOAD_TIMES = 10;

/**
 * Plans every fault of the requested kinds that the installation supports, once, in an order that the seed determines.
 */
export function planFaults(needs: Needs): FaultPlan {
  const made = needs.kinds.map((kind) => ({ kind, plays: MAKERS[kind](needs) }));
  const faults = made.flatMap(({ kind, plays }) => plays.map((one) => ({ kind, ...one })));
  const left = made.flatMap(({ kind, plays }) => (plays.length === 0 ? [WHY_LEFT[kind]] : []));
  const isUpgrade = ({ kind }: Fault) => kind === 'upgrade';
  const others = faults.filter((fault) => !isUpgrade(fault));
  return { faults: shuffled(others, needs.random), upgrades: faults.filter(isUpgrade), left };
}

type Play = Pick<Fault, 'name' | 'play'>;

const MAKERS: Record<FaultKind, (needs: Needs) => Play[]> = {
  'kill-process': ({ installation, random }) => [kill(random.pick(installation.products), 0)],
  'freeze-process': ({ installation, random, seconds }) => [freeze(random.pick(installation.products), seconds)],
  'kill-store': ({ installation }) => installation.stores.servers.map(({ server }) => kill(server, AWAY_MS)),
  'freeze-store': ({ installation, seconds }) =>
    installation.stores.servers.map(({ server }) => freeze(server, seconds)),
  'full-disk': fullDisks,
  clock: clocks,
  load: ({ senders, perSecond, seconds }) => [
    {
      name: `${LOAD_TIMES}× load`,
      async play() {
        senders.setRate(LOAD_TIMES * perSecond);
        await pause(1_000 * seconds);
        senders.setRate(perSecond);
      },
    },
  ],
  seal: (needs) => {
    const isShared = needs.installation.products.length > 1;
    if (!isShared && !needs.isPatient) return [];
    return [{ name: isShared ? 'all seal at the same second' : 'sealing under load', play: () => sealAtOnce(needs) }];
  },
  'kill-sealing': (needs) => (needs.isPatient ? [killSealing(needs)] : []),
  'lose-replica': ({ installation, random }) => {
    const replicas = replicasOf(installation);
    if (replicas.length < 2) return [];
    const replica = random.pick(replicas);
    return [{ name: `${replica.server.name} lost its data`, play: () => loseReplica(installation, replica) }];
  },
  'lose-quorum': ({ installation }) =>
    replicasOf(installation).length < 3
      ? []
      : [{ name: 'all replicas but one killed', play: () => loseQuorum(installation) }],
  upgrade: ({ installation, versions }) =>
    installation.products.length < 2
      ? []
      : versions.map(({ version, isBreaking }) => ({
          name: `rolling upgrade to ${version.name}`,
          play: () => upgrade(installation, version, isBreaking),
        })),
};

const WHY_LEFT: Record<FaultKind, string> = {
  'kill-process': 'no process to kill',
  'freeze-process': 'no process to freeze',
  'kill-store': 'no store is a process of its own: kills of the process are theirs',
  'freeze-store': 'no store is a process of its own: freezes of the process are theirs',
  'full-disk': 'full disk: mounting a small one (tmpfs) is not allowed here; run as root',
  clock: 'no clock to move',
  load: 'no load',
  seal: 'sealing at the same second: takes a minute, and several processes',
  'kill-sealing': 'killing a process while it seals: takes a minute',
  'lose-replica': 'a replica without its data: takes given replicas',
  'lose-quorum': 'all replicas but one killed: takes three given replicas',
  upgrade: 'rolling upgrade: takes several processes, on a ClickHouse server or cluster',
};

const kill = (one: Supervised, awayMs: number): Play => ({
  name: `${one.name} killed${awayMs > 0 ? `, away ${awayMs / 1_000} s` : ''}`,
  play: () => one.kill(awayMs),
});

const freeze = (one: Supervised, seconds: number): Play => ({
  name: `${one.name} frozen ${seconds} s`,
  async play() {
    one.signal('SIGSTOP');
    await pause(1_000 * seconds);
    one.signal('SIGCONT');
  },
});

function fullDisks({ installation, seconds }: Needs): Play[] {
  const disks = installation.stores.servers.map(({ server, disk }: StoreServer) => ({ of: server.name, disk }));
  disks.unshift({ of: 'the embedded stores', disk: installation.disk });
  return disks.flatMap(({ of, disk }) => {
    if (disk === null) return [];
    const play = async () => {
      disk.fill(0);
      await pause(1_000 * seconds);
      disk.empty();
    };
    return [{ name: `disk of ${of} full ${seconds} s`, play }];
  });
}

/**
 * Moves the clock of one process back by minutes, so that events seem to be from the future, and ahead by days, which
 * seals too early.
 */
function clocks({ installation, random, seconds }: Needs): Play[] {
  return [
    ['10 minutes back', -10 * MINUTE_MS],
    ['2 days ahead', 2 * DAY_MS],
  ].map(([words, milliseconds]) => {
    const product: Product = random.pick(installation.products);
    const play = async () => {
      product.moveClock(Number(milliseconds));
      await pause(1_000 * seconds);
      product.moveClock(0);
    };
    return { name: `clock of ${product.name} ${words} for ${seconds} s`, play };
  });
}

/**
 * Seals while all processes seal, in the first second of a minute. The drill's two seal jobs act like two more
 * processes.
 */
async function sealAtOnce({ installation, isPatient }: Needs): Promise<void> {
  if (isPatient) await untilMinute();
  if (installation.products.length === 1) return pause(2_000);
  const sealOnce = async () => {
    const { accounts, events, close } = await installation.open();
    await createSealJob(events, createSealLedger(accounts, true), Date.now).runNow().finally(close);
  };
  // On a busy machine one of these jobs may be rejected. The processes seal in any case.
  await Promise.allSettled([sealOnce(), sealOnce()]);
}

const killSealing = ({ installation: { products }, random }: Needs): Play => {
  const product = random.pick(products);
  return {
    name: `${product.name} killed while it seals`,
    async play() {
      await untilMinute();
      await pause(random.whole(30, 400));
      await product.kill();
    },
  };
};

/** Waits for the next minute. The jobs that run every minute start in its first second. */
const untilMinute = () => pause(MINUTE_MS - (Date.now() % MINUTE_MS));

function shuffled<Item>(items: readonly Item[], random: SeededRandom): Item[] {
  return items
    .map((item) => ({ item, place: random.fraction() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
