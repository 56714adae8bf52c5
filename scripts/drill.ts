// `npm run drill -- [--setup embedded,postgres,server,cluster] [--minutes 5 | --events 1000000] [--seed 1]
// [--rate 2000] [--faults kill-process,freeze-store,…] [--fault-seconds 4] [--folder <path>]
// [--older <dist/server of an older version>] [--servers <file>]`
// 1. Sets up an installation of the built product.
// 2. Sends a network's events to it, while the drill kills, freezes, fills and overloads parts of it.
// 3. Compares the stored and shown figures with the drill's own ledger.
// Exits with 1 if something is lost, doubled or wrong, or if a response takes too long after a fault.
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { missesOf, printReport } from './drill/drill-report.ts';
import { readGivenServers } from './drill/given-servers.ts';
import { SETUPS } from './drill/open-installation.ts';
import { FAULT_KINDS } from './drill/plan-faults.ts';
import { runDrill } from './drill/run-drill.ts';

const { values: options } = parseArgs({
  options: {
    setup: { type: 'string', default: 'embedded' },
    minutes: { type: 'string', default: '5' },
    events: { type: 'string' },
    seed: { type: 'string', default: '1' },
    rate: { type: 'string', default: '2000' },
    faults: { type: 'string', default: FAULT_KINDS.join() },
    'fault-seconds': { type: 'string', default: '4' },
    folder: { type: 'string', default: tmpdir() },
    older: { type: 'string' },
    servers: { type: 'string' },
  },
});

const chosen = <Word extends string>(text: string, words: readonly Word[], name: string): Word[] => {
  const asked = text === 'all' ? words : text.split(',');
  return asked.map((one) => {
    const word = words.find((known) => known === one);
    if (word === undefined) throw new Error(`--${name} ${one}: choose from ${words.join(', ')}`);
    return word;
  });
};

// A signal from outside must leave no disk mounted. By default, a signal ends a process without its exit handlers.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

const kinds = chosen(options.faults, FAULT_KINDS, 'faults');
let isReached = true;
for (const setup of chosen(options.setup, SETUPS, 'setup')) {
  const report = await runDrill({
    setup,
    kinds,
    seed: options.seed,
    folder: options.folder,
    until: options.events === undefined ? { minutes: Number(options.minutes) } : { events: Number(options.events) },
    perSecond: Number(options.rate),
    faultSeconds: Number(options['fault-seconds']),
    isPatient: true,
    older: options.older,
    given: options.servers === undefined ? null : readGivenServers(options.servers),
    say: (line) => process.stderr.write(`${line}\n`),
  });
  printReport(report, console.log);
  isReached &&= missesOf(report).length === 0;
}
process.exit(isReached ? 0 : 1);
