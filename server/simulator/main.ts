import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { endWithParent } from '../lib/end-with-parent.ts';
import { seededRandom } from '../lib/seeded-random.ts';
import { KEYS_FILE_HELP, readKeysFile } from './keys-file.ts';
import { type Playing, playNetwork } from './play-network.ts';

const STATUS_EVERY_MS = 10_000;

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new InvalidArgumentError('Enter a number above 0.');
  return value;
}

function address(text: string): string {
  if (!/^https?:\/\/[^\s/]/.test(text)) throw new InvalidArgumentError('Enter a URL such as http://localhost:4000.');
  return text.replace(/\/+$/, '');
}

type Options = {
  url: string;
  keys: string;
  outlets: number;
  rate: number;
  duration?: number;
  seed?: string;
  gateway?: string;
  quiet?: boolean;
  mishaps: number;
};

const options = new Command('simulate')
  .description(
    'Simulates a network of outlets over HTTP that reports heartbeats, views, clicks and burns like real ones.',
  )
  .option('--url <url>', 'URL of the installation', address, 'http://localhost:4000')
  .option('--keys <file>', 'keys file (see below)', join(process.env.DATA_DIR ?? './data', 'demo-keys.json'))
  .option('--outlets <n>', 'number of outlets from the keys file to simulate', positive, 100)
  .option('--rate <r>', 'views, clicks and burns per second, without heartbeats', positive, 4)
  .option('--duration <seconds>', 'stop after this many seconds', positive)
  .option('--seed <n>', 'repeat the same visits (event IDs are new in each run)')
  .option('--gateway <key>', 'send everything with one gateway key')
  .option(
    '--mishaps <n>',
    'outages, cut connections, wrong clocks and faults per outlet per day; default: none',
    positive,
    0,
  )
  .option('--quiet', 'no status lines')
  .addHelpText('after', `\n${KEYS_FILE_HELP}`)
  .parse()
  .opts<Options>();

function printStatus({ tally, waiting }: Playing): void {
  const { sent, accepted, duplicate, rejected, failures, dropped, lastReason } = tally;
  const counts = `sent ${sent}, accepted ${accepted}, duplicate ${duplicate}, rejected ${rejected}`;
  const trouble = lastReason === '' ? '' : `; last problem: ${lastReason}`;
  process.stdout.write(`${counts}; waiting ${waiting()}, failed calls ${failures}, dropped ${dropped}${trouble}\n`);
}

async function simulate({ url, keys: keysFile, rate, outlets, gateway, seed, quiet, duration, mishaps }: Options) {
  const keys = await readKeysFile(keysFile);
  const random = seed === undefined ? Math.random : seededRandom('simulator', seed).fraction;
  const playing = playNetwork({ url, keys, rate, outlets, gatewayKey: gateway, random, mishaps });
  const status = quiet ? undefined : setInterval(() => printStatus(playing), STATUS_EVERY_MS);
  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    clearInterval(status);
    await playing.stop();
    if (!quiet) printStatus(playing);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
  if (duration !== undefined) setTimeout(end, duration * 1000);
  // Keep the process alive without activity: only a signal or the given duration ends it.
  setInterval(() => undefined, 2 ** 30);
}

endWithParent(0);
try {
  await simulate(options);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
