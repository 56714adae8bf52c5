import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { KEYS_FILE_HELP, readKeysFile } from './keys-file.ts';
import { playNetwork } from './play-network.ts';

const STATUS_EVERY_MS = 10_000;

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new InvalidArgumentError('Write a number above 0.');
  return value;
}

type Options = {
  url: string;
  keys: string;
  outlets: number;
  rate: number;
  duration?: number;
  gateway?: string;
  quiet?: boolean;
};

const options = new Command('simulate')
  .description('Plays a network of outlets over HTTP, as real ones report: heartbeats, views, clicks and burns.')
  .option('--url <url>', 'the installation', 'http://localhost:4000')
  .option('--keys <file>', 'keys file (see below)', join(process.env.DATA_DIR ?? './data', 'demo-keys.json'))
  .option('--outlets <n>', 'how many outlets of the keys file to play', positive, 100)
  .option('--rate <r>', 'events a second, heartbeats not counted', positive, 4)
  .option('--duration <seconds>', 'stop after so many seconds', positive)
  .option('--gateway <key>', 'send everything with one gateway key')
  .option('--quiet', 'no status lines')
  .addHelpText('after', `\n${KEYS_FILE_HELP}`)
  .parse()
  .opts<Options>();

try {
  const keys = await readKeysFile(options.keys);
  const play = playNetwork({
    url: options.url.replace(/\/+$/, ''),
    keys,
    rate: options.rate,
    outlets: options.outlets,
    gatewayKey: options.gateway,
  });
  const print = () => {
    const { sent, accepted, duplicate, rejected, failures, dropped, lastReason } = play.tally;
    const trouble = lastReason === '' ? '' : `; last: ${lastReason}`;
    process.stdout.write(
      `sent ${sent}, accepted ${accepted}, duplicate ${duplicate}, rejected ${rejected}, failed calls ${failures}, dropped ${dropped}${trouble}\n`,
    );
  };
  const status = options.quiet ? undefined : setInterval(print, STATUS_EVERY_MS);
  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    clearInterval(status);
    await play.stop();
    if (!options.quiet) print();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
  // Started by the server: when that is gone, however it ended, the channel closes; it may have closed before this line.
  process.on('disconnect', () => process.exit(0));
  if (process.connected === false) process.exit(0);
  if (options.duration !== undefined) setTimeout(end, options.duration * 1000);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
