import { useEffect, useState } from 'react';
import {
  ESTIMATE_BOUNDS,
  estimatedPart,
  GUESSES_LOG10,
  guessableWords,
  passwordLength,
} from '#domain/password-strength.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { passwordHintStrings as strings } from './auth-strings.ts';
import classes from './password-hint.module.css';

const NONE: PasswordEstimate = { bars: 0, words: '' };
const BARS = [1, 2, 3, 4] as const;

export type PasswordHintProps = {
  /** The id for the field's `aria-describedby`. */
  id: string;
  password: string;
  email: string;
  shortest: number;
};

/** Shows the new password's strength below its field, using the same rule as the server. */
export function PasswordHint({ id, password, email, shortest }: PasswordHintProps) {
  const { bars, words } = useEstimate(password, email, shortest);
  return (
    <div id={id} className={classes.hint}>
      <span className={classes.bars} data-bars={bars} aria-hidden="true">
        {BARS.map((bar) => (
          <span key={bar} data-on={bar <= bars || undefined} />
        ))}
      </span>
      <span aria-live="polite">{words || interpolate(strings.hint, { shortest })}</span>
    </div>
  );
}

/**
 * Returns the latest estimate for the typed password, which is computed asynchronously. Ignores estimates for older
 * text.
 */
function useEstimate(password: string, email: string, shortest: number): PasswordEstimate {
  const [estimate, setEstimate] = useState(NONE);
  useEffect(() => {
    let isOld = false;
    estimatePassword(password, { email, shortest })
      .then((next) => {
        if (!isOld) setEstimate(next);
      })
      .catch(() => {
        // If the word lists cannot be loaded, the server still reports what is wrong.
        if (!isOld) setEstimate(NONE);
      });
    return () => {
      isOld = true;
    };
  }, [password, email, shortest]);
  return estimate;
}

/**
 * The number of guesses from which a password counts as strong, as a base-10 logarithm: a thousand times the required
 * minimum.
 */
const STRONG_LOG10 = GUESSES_LOG10 + 3;

/** How many of the four bars to fill, and a description. The server rejects a password with fewer than three bars. */
type PasswordEstimate = { readonly bars: 0 | 1 | 2 | 3 | 4; readonly words: string };

type Guess = (password: string, words: string[]) => number;
let guess: Promise<Guess> | undefined;

/**
 * Loads the word lists. The lists are large, so they are loaded only for a user who chooses a password. The server uses
 * the same lists (server/sign-in/password-rule.ts).
 */
function loadGuess(): Promise<Guess> {
  guess ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory }, { adjacencyGraphs: graphs, dictionary }]) => {
      const factory = new ZxcvbnFactory({ dictionary, graphs, ...ESTIMATE_BOUNDS });
      return (password, words) => factory.check(password, words).guessesLog10;
    },
  );
  return guess;
}

/** Estimates a password's strength using the same rule as the server. The server's decision is final. */
async function estimatePassword(
  password: string,
  { email, shortest }: { email: string; shortest: number },
): Promise<PasswordEstimate> {
  const length = passwordLength(password);
  if (length === 0) return { bars: 0, words: '' };
  if (length < shortest) return { bars: 1, words: interpolate(strings.tooShort, { length, shortest }) };
  const log10 = (await loadGuess())(estimatedPart(password), guessableWords(email));
  if (log10 < GUESSES_LOG10) {
    return { bars: 2, words: strings.easyToGuess };
  }
  return log10 < STRONG_LOG10 ? { bars: 3, words: strings.good } : { bars: 4, words: strings.strong };
}
