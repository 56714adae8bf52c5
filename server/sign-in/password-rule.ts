import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  ESTIMATE_BOUNDS,
  estimatedPart,
  GUESSES_LOG10,
  guessableWords,
  LONGEST_PASSWORD,
  passwordLength,
} from '#domain/password-strength.ts';
import { AppError } from '../http/app-error.ts';
import { singleFlight } from '../lib/single-flight.ts';

type About = {
  readonly email: string;
  readonly words?: readonly string[];
  readonly shortest: number;
  /** Minimum number of guesses, as a power of ten. */
  readonly guessesLog10?: number;
};

/**
 * Throws `AppError('invalid')`, with the reason and the remedy, for a password that is too short or easy to guess
 * (docs/threat-model.md#a12). Easy to guess are common passwords (a bundled list), keyboard sequences, repetitions,
 * dates, and words related to this account. There are no composition rules, and nothing is truncated.
 */
export async function refuseWeakPassword(
  password: string,
  { email, words = [], shortest, guessesLog10: least = GUESSES_LOG10 }: About,
): Promise<void> {
  const length = passwordLength(password);
  if (length < shortest)
    throw new AppError('invalid', `The password has ${length} characters. Use at least ${shortest}.`);
  if (password.normalize('NFC').length > LONGEST_PASSWORD) {
    throw new AppError('invalid', `The password is longer than ${LONGEST_PASSWORD} characters.`);
  }
  const { guessesLog10 } = await estimate(estimatedPart(password), guessableWords(email, words));
  if (guessesLog10 < least) {
    throw new AppError('invalid', 'The password is easy to guess. Use a few unrelated words.');
  }
}

let before: Promise<unknown> = Promise.resolve();

/** Runs estimates one after the other and yields in between, so that many concurrent ones don't block other work. */
function estimate(part: string, words: string[]): Promise<{ readonly guessesLog10: number }> {
  const mine = before.then(async () => {
    const lists = await estimator();
    await nextTurn();
    return lists.check(part, words);
  });
  before = mine.catch(() => undefined);
  return mine;
}

/** Loads the lists before they are first used, because loading blocks the thread for a third of a second. */
export const readyPasswordLists = async (): Promise<void> => void (await estimator());

/** Loads the lists on demand, because commands that set no password don't need them. */
const estimator = singleFlight('unless it fails', async () => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs: graphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs, ...ESTIMATE_BOUNDS });
});
