import { fileURLToPath } from 'node:url';
import closeWithGrace from 'close-with-grace';
import { Cron } from 'croner';
import packageJson from '../package.json' with { type: 'json' };
import { buildApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { migrateAccounts, openAccounts } from './databases/accounts/open-accounts.ts';
import { createSealLedger } from './databases/accounts/seal-ledger.ts';
import { lockDataFolder } from './databases/data-folder-lock.ts';
import { openEvents } from './databases/events/open-events.ts';
import { createSealJob } from './databases/events/seal-job.ts';
import { DEMO_ACCOUNTS } from './features/demo/demo-accounts.ts';
import { seedDemoNetwork } from './features/demo/seed-demo-network.ts';
import { createIngestor } from './features/ingest/ingestor.ts';
import { createLiveChanges } from './live-changes.ts';
import { startSimulator } from './simulator-process.ts';
import { startFailure } from './start-failure.ts';

const CLOSE_WITHIN_MS = 4_500;
/** What the demo's outlets send, in events a second. */
const DEMO_RATE = 4;
const DEMO_OUTLETS = 400;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Every step of a start, and its undoing in the opposite order when the process is asked to end. */
async function start(): Promise<() => Promise<void>> {
  const undo: (() => unknown)[] = [];
  const stop = async () => {
    for (const step of undo.reverse().splice(0)) await step();
  };
  try {
    const config = readConfig(process.env);
    undo.push(lockDataFolder(config.dataDir));
    const accounts = await openAccounts(
      config.databaseUrl === null ? { dataDir: config.dataDir } : { databaseUrl: config.databaseUrl },
    );
    undo.push(() => accounts.destroy());
    await migrateAccounts(accounts);
    const ledger = createSealLedger(accounts, config.clickhouseUrl !== null);
    const events = await openEvents(
      config.clickhouseUrl === null ? { dataDir: config.dataDir } : { clickhouseUrl: config.clickhouseUrl },
      ledger,
    );
    undo.push(() => events.close());
    const now = Date.now;
    const live = createLiveChanges();
    const ingestor = createIngestor({ config, accounts, events, live, now });
    undo.push(() => ingestor.close());
    const dependencies = { config, accounts, events, ingestor, live, now };
    const sealJob = createSealJob(events, ledger, now);
    if (config.demo) {
      await seedDemoNetwork({ ...dependencies, report: say });
      await sealJob.runNow();
    }
    const app = await buildApp(dependencies, { version: packageJson.version, webFolder: webFolder() });
    const sealing = new Cron(
      '*/1 * * * *',
      { protect: true, catch: (error) => app.log.error({ err: error }, 'sealing failed') },
      async () => void (await sealJob.runNow()),
    );
    undo.push(() => sealing.stop());
    await app.listen({ port: config.port, host: config.host });
    undo.push(() => app.close());
    if (config.simulator) {
      const url = `http://127.0.0.1:${portOf(app.server.address())}`;
      undo.push(
        startSimulator({ url, keysFile: `${config.dataDir}/demo-keys.json`, rate: DEMO_RATE, outlets: DEMO_OUTLETS }),
      );
    }
    say(`\nVoltboard is ready: ${config.publicUrl}`);
    if (config.demo)
      say(DEMO_ACCOUNTS.map(({ email, password, role }) => `  ${role.padEnd(11)} ${email}  ${password}`).join('\n'));
    say('Ctrl-C stops it.');
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

const portOf = (address: string | { port: number } | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;

/** Beside the built server lies the built web client; in development Vite serves it. */
const webFolder = (): string =>
  fileURLToPath(new URL(import.meta.url.endsWith('.js') ? '../web' : '../dist/web', import.meta.url));

try {
  const stop = await start();
  closeWithGrace({ delay: CLOSE_WITHIN_MS, logger: false }, async ({ err }) => {
    if (err) process.stderr.write(`Voltboard stops after an unexpected failure: ${err.stack ?? err.message}\n`);
    await stop();
  });
} catch (error) {
  const port = process.env.PORT ?? '4000';
  process.stderr.write(`${error instanceof ConfigError ? error.message : startFailure(error, port)}\n`);
  process.exit(1);
}
