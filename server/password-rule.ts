import { AppError } from './http/app-error.ts';

export const LONGEST_PASSWORD = 1024;
/** A password must be worth this many guesses (as a power of ten) to someone who knows the account and the product. */
const GUESSES_LOG10 = 9;
/** The estimate of a longer text costs seconds; what stands in front decides. */
const ESTIMATED_CHARACTERS = 128;

type About = { readonly email: string; readonly words?: readonly string[]; readonly shortest: number };

/**
 * Refuses a password that is too short or easy to guess (security A12): common passwords (a bundled list), keyboard runs,
 * repetitions, dates, and words of this account. No composition rules, nothing is cut off. Throws
 * `AppError('invalid')` with the reason and the remedy.
 */
export async function refuseWeakPassword(password: string, { email, words = [], shortest }: About): Promise<void> {
  const normal = password.normalize('NFC');
  const length = [...normal].length;
  if (length < shortest)
    throw new AppError('invalid', `The password has ${length} characters; use at least ${shortest}.`);
  if (normal.length > LONGEST_PASSWORD) {
    throw new AppError('invalid', `The password is longer than ${LONGEST_PASSWORD} characters.`);
  }
  const { guessesLog10 } = (await estimator()).check(
    normal.slice(0, ESTIMATED_CHARACTERS),
    [email, ...email.split(/[@.]/), ...words, 'voltboard', 'demo'].filter((word) => word.length > 2),
  );
  if (guessesLog10 < GUESSES_LOG10) {
    throw new AppError('invalid', 'The password is easy to guess; use a few words that do not belong together.');
  }
}

/** The lists take a third of a second to load: only who sets a password waits for them. */
const estimator = once(async () => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs: graphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs });
});

function once<Answer>(make: () => Promise<Answer>): () => Promise<Answer> {
  let made: Promise<Answer> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
