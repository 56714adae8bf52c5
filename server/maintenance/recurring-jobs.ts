import { Cron } from 'croner';
import { MINUTE_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { claimMinute, noteTurn } from '../databases/accounts/in-turn.ts';

/** What begins each minute or second is noted so often, unless it ends otherwise than it did before. */
const NOTE_EVERY_MS = 10 * MINUTE_MS;
const LONGEST_SENTENCE = 300;

type Needs = {
  readonly accounts: AccountsDb;
  readonly now: () => number;
  /** By the clock that all processes share: it says which minute it is, of which one of them has the turn. */
  readonly time?: () => Promise<number>;
  readonly report: (error: unknown, name: string) => void;
};

type Work = () => Promise<unknown>;

/** What goes on by itself, each with how it ended last, for the health page. */
export function createRecurringJobs(needs: Needs) {
  const { report } = needs;
  const turns = createTurns(needs);
  const jobs: Cron[] = [];
  const start = (pattern: string, name: string, isAlone: boolean, work: Work) => {
    const caught = (error: unknown) => report(error, name);
    jobs.push(new Cron(pattern, { protect: isAlone, catch: caught }, async () => void (await work())));
  };
  return {
    /** In every process. */
    inBackground: (pattern: string, name: string, work: Work, isAlone = true) =>
      start(pattern, name, isAlone, () => turns.here(name, work)),
    /** By one of several processes; what is begun anew each minute has a lease of its own. */
    byOne: (pattern: string, name: string, work: Work) => start(pattern, name, true, () => turns.byOne(name, work)),
    stop: () => {
      for (const job of jobs) job.stop();
    },
  };
}

/** One turn of a job and what is noted of it. */
export function createTurns({ accounts, now, time = async () => now(), report }: Needs) {
  const noted = new Map<string, { readonly at: number; readonly failure: string | null }>();
  const note = async (name: string, begunAt: number, failure: string | null, endedAt = now()) => {
    noted.set(name, { at: now(), failure });
    // Where the store is away the job has told why it failed, and the next turn is noted again.
    await noteTurn(accounts, { job: name, begunAt, endedAt, failure }).catch((error: unknown) => {
      noted.delete(name);
      report(error, `noting how ${name} ended`);
    });
  };
  const ended = async (work: Work, note: (failure: string | null) => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      await note(sentenceOf(error));
      throw error;
    }
    await note(null);
  };
  return {
    here: (name: string, work: Work): Promise<void> => {
      const begunAt = now();
      return ended(work, async (failure) => {
        const last = noted.get(name);
        const isOld = last === undefined || Math.abs(now() - last.at) >= NOTE_EVERY_MS;
        if (isOld || last.failure !== failure) await note(name, begunAt, failure);
      });
    },
    byOne: async (name: string, work: Work): Promise<void> => {
      const begunAt = await time();
      if (!(await claimMinute(accounts, name, begunAt))) return;
      await ended(work, async (failure) => note(name, begunAt, failure, await time()));
    },
  };
}

/** The rest is in the log. */
function sentenceOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).trim().split('\n');
  return line.slice(0, LONGEST_SENTENCE) || 'It failed; the log says why.';
}
