import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { connect, createServer, type Server } from 'node:net';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AccountsDb } from '../../server/databases/accounts/accounts-db.ts';
import { type FrontDoor, openFrontDoor } from './front-door.ts';
import type { GivenServers } from './given-servers.ts';
import { CURRENT, forgetInventedMigrations, type Version } from './newer-version.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { type OpenedStores, openDrilledAccounts, openStores, type StoresOfDrill, startStores } from './start-stores.ts';
import { type Supervised, supervise } from './supervised-process.ts';

export const SETUPS = ['embedded', 'postgres', 'server', 'cluster', 'given'] as const;
/**
 * The kinds of installation: both stores embedded, or PostgreSQL with embedded events, one ClickHouse server, three
 * shards or given servers.
 */
export type Setup = (typeof SETUPS)[number];

export type Product = Supervised & {
  readonly url: string;
  /** Moves its wall clock. */
  moveClock(milliseconds: number): void;
  /** Sets the version for the next start. A version that follows another waits until the tables are migrated. */
  setVersion(version: Version, isFollowing: boolean): void;
};

/** A complete installation of the built product, in a new folder. */
export type Installation = {
  readonly setup: Setup;
  /** The URL for all calls. */
  readonly url: string;
  readonly products: readonly Product[];
  readonly stores: StoresOfDrill;
  /** The disk with the embedded stores. Null without embedded stores, or if no disk can be mounted. */
  readonly disk: SmallDisk | null;
  startProducts(): Promise<void>;
  stopProducts(): Promise<void>;
  openAccounts(): Promise<AccountsDb>;
  /** Opens the stores as the product does. Embedded stores can be opened only while the product is not running. */
  open(): Promise<OpenedStores>;
  /** Runs a command of `npm run admin`, in the version that was installed last. */
  admin(...args: readonly string[]): Promise<{ readonly code: number; readonly output: string }>;
  /** Sets the version for later commands. */
  install(version: Version): void;
  /** Returns a process's output. */
  logOf(name: string): string;
  /** Keeps the logs, and the events on given servers, after `close`. Returns the folder with the logs. */
  keepTraces(): string;
  close(): Promise<void>;
};

/** Number of processes in a setup with several processes. */
const SEVERAL = 3;
const DISK_MB = 6_000;
const FIRST_PORT = 21_100;
const LAST_PORT = 31_000;
/**
 * Number of ports that a drill claims. These ports are below the ports that the system assigns to outgoing calls,
 * because such a call could take a port while its server is down.
 */
const BLOCK = 20;

export async function openInstallation(
  setup: Setup,
  parent: string,
  oldest: Version = CURRENT,
  given: GivenServers | null = null,
): Promise<Installation> {
  mkdirSync(parent, { recursive: true });
  const root = mkdtempSync(join(resolve(parent), `drill-${setup}-`));
  // PostgreSQL runs as another user if root runs the drill.
  chmodSync(root, 0o755);
  const { ports, claim } = await claimPorts();
  if ((setup === 'given') !== (given !== null)) throw new Error('--setup given and --servers go together');
  const isShared = setup === 'server' || setup === 'cluster' || setup === 'given';
  const data = join(root, 'data');
  const disk = isShared ? null : mountSmallDisk(data, DISK_MB);
  const stores = await startStores(setup, root, ports.slice(SEVERAL + 1), given);
  const [doorPort = 0, ...others] = ports;
  const productPorts = isShared ? others.slice(0, SEVERAL) : [doorPort];
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    TRUST_PROXY: '127.0.0.1',
    PUBLIC_URL: `http://localhost:${doorPort}`,
    DEMO: 'off',
    ADMIN_MFA: 'off',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
    SESSION_SECRET: randomBytes(48).toString('base64url'),
    ...stores.env,
  };
  const folderOf = (index: number) => (isShared ? join(root, `data-${index + 1}`) : data);
  const logFile = (name: string) => join(root, `${name.replaceAll(' ', '-')}.log`);
  const products = productPorts.map((port, index) => {
    const name = isShared ? `process ${index + 1}` : 'the process';
    return productOf({
      name,
      port,
      folder: folderOf(index),
      env,
      log: logFile(name),
      clock: join(root, `clock-${port}`),
      start: join(root, `start-${port}.sh`),
      version: oldest,
    });
  });
  let installed = oldest;
  let door: FrontDoor | null = null;
  let isKept = false;

  return {
    setup,
    url: `http://127.0.0.1:${doorPort}`,
    products,
    stores,
    disk,
    async startProducts() {
      await Promise.all(products.map((product) => product.start()));
      if (isShared) door ??= await openFrontDoor(doorPort, productPorts);
    },
    async stopProducts() {
      door?.close();
      door = null;
      await Promise.all(products.map((product) => product.stop()));
    },
    openAccounts: () => openDrilledAccounts(stores, data),
    async open() {
      if (installed !== oldest) await forgetInventedMigrations(stores);
      return openStores(stores, data);
    },
    install(version) {
      installed = version;
    },
    admin: (...args) =>
      new Promise((tell) => {
        const command = [join(installed.folder, 'admin.js'), ...args];
        // A migration runs as if on another machine, and does not touch the folders of running processes.
        const folder = isShared && args[0] === 'migrate' ? join(root, 'data-command') : folderOf(0);
        execFile(process.execPath, command, { env: { ...env, DATA_DIR: folder } }, (error, said, wrong) =>
          tell({ code: error === null ? 0 : Number(error.code ?? 1), output: said + wrong }),
        );
      }),
    logOf: (name) => readFileSync(logFile(name), 'utf8'),
    keepTraces() {
      isKept = true;
      return root;
    },
    async close() {
      door?.close();
      await Promise.all(products.map((product) => product.stop()));
      if (!isKept) await stores.dropEvents();
      await stores.stop();
      disk?.remove();
      claim.close();
      const unneeded = isKept ? readdirSync(root).filter((entry) => !entry.endsWith('.log')) : ['.'];
      for (const entry of unneeded) rmSync(join(root, entry), { recursive: true, force: true });
    },
  };
}

type ProductPlan = {
  readonly name: string;
  readonly port: number;
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly log: string;
  readonly clock: string;
  /** The path of the script that starts the product. */
  readonly start: string;
  readonly version: Version;
};

/** Returns the built product, started with the command of `npm start`. */
function productOf({ name, port, folder, env, log, clock, start, version: first }: ProductPlan): Product {
  mkdirSync(folder, { recursive: true });
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
  const shiftClock = fileURLToPath(new URL('./shift-clock.mjs', import.meta.url));
  const url = `http://127.0.0.1:${port}`;
  const setVersion = (version: Version, isFollowing: boolean) => {
    const command = scripts.start.replace('dist/server', version.folder);
    writeFileSync(start, `${isFollowing ? 'export MIGRATE=wait\n' : ''}${command}\n`);
  };
  setVersion(first, false);
  const program = supervise({
    name,
    command: ['/bin/sh', start],
    folder: process.cwd(),
    env: {
      ...env,
      PORT: String(port),
      DATA_DIR: folder,
      DRILL_CLOCK_FILE: clock,
      NODE_OPTIONS: `--import ${shiftClock}`,
    },
    log,
    answers: () => answersOk(`${url}/api/readyz`),
  });
  return {
    ...program,
    url,
    setVersion,
    moveClock(milliseconds) {
      writeFileSync(clock, String(milliseconds));
      program.signal('SIGWINCH');
    },
  };
}

const answersOk = (url: string): Promise<boolean> =>
  new Promise((tell) => {
    const asked = get(url, { agent: false, timeout: 2_000 }, (answer) => {
      answer.resume();
      tell(answer.statusCode === 200);
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => tell(false));
  });

type PortClaim = { readonly ports: readonly number[]; readonly claim: Server };

/**
 * Claims a block of ports for the drill, even while none of its servers is running. Otherwise, another drill would take
 * these ports.
 */
async function claimPorts(): Promise<PortClaim> {
  for (let first = FIRST_PORT; first < LAST_PORT; first += BLOCK) {
    const [own = first, ...ports] = Array.from({ length: BLOCK }, (_, at) => first + at);
    const claim = await listen(own);
    if (claim === null) continue;
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return { ports, claim };
    claim.close();
  }
  throw new Error('no free ports for the drill');
}

const listen = (port: number): Promise<Server | null> =>
  new Promise((tell) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => tell(null));
    server.listen(port, '127.0.0.1', () => tell(server.unref()));
  });

const isFree = (port: number): Promise<boolean> =>
  new Promise((tell) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      tell(false);
    });
    socket.on('error', () => tell(true));
  });
