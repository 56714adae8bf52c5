import { exec } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { MINUTE_MS } from '#domain/durations.ts';
import type { StoreServer } from './start-stores.ts';

/** ClickHouse servers that are already running, as listed in the `--servers` file. */
export type GivenServers = {
  /** The cluster's name in the servers' `remote_servers`. */
  readonly cluster: string;
  readonly nodes: readonly {
    readonly name: string;
    /** HTTP URL, `http://host:port`. */
    readonly url: string;
    /** A file on this machine that contains the server's process id. */
    readonly pidFile: string;
    /**
     * Shell commands. `start` starts the server in the background, and `wipe` deletes all data of the server while it
     * is not running.
     */
    readonly start: string;
    readonly wipe: string;
  }[];
};

const run = promisify(exec);
const ASK_AGAIN_MS = 100;
const START_MS = MINUTE_MS;

export const readGivenServers = (file: string): GivenServers => JSON.parse(readFileSync(file, 'utf8')) as GivenServers;

/** Returns controls for the servers, which keep running when the drill ends. */
export const superviseGiven = ({ nodes }: GivenServers): StoreServer[] =>
  nodes.map(({ name, url, pidFile, start: command, wipe }) => {
    const start = async () => {
      if (await answers(url)) return;
      await run(command);
      const deadline = performance.now() + START_MS;
      while (!(await answers(url))) {
        if (performance.now() > deadline) throw new Error(`${name} does not start: ${command}`);
        await pause(ASK_AGAIN_MS);
      }
    };
    const signal = (word: NodeJS.Signals) => {
      try {
        process.kill(Number(readFileSync(pidFile, 'utf8')), word);
      } catch {
        // The process is not running.
      }
    };
    const end = async () => {
      signal('SIGKILL');
      while (await answers(url)) await pause(ASK_AGAIN_MS);
    };
    return {
      kind: 'clickhouse',
      disk: null,
      loseData: async () => {
        await end();
        await run(wipe);
        await start();
      },
      url,
      server: {
        name,
        start,
        signal,
        async kill(awayMs = 0) {
          await end();
          await pause(awayMs);
          await start();
        },
        endedByItself: () => 0,
        stop: async () => undefined,
      },
    };
  });

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/ping`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
