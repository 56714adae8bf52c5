/** Longest password, in UTF-16 units: what is hashed has a bound, nothing is cut off. */
export const LONGEST_PASSWORD = 1024;
/** A password must be worth this many guesses (as a power of ten) to someone who knows the account and the product. */
export const GUESSES_LOG10 = 9;
/** The estimate of a longer text costs seconds; what stands in front decides. */
const ESTIMATED_CHARACTERS = 128;

/** The part of a password that is estimated, in the form in which it is hashed. */
export const estimatedPart = (password: string): string => password.normalize('NFC').slice(0, ESTIMATED_CHARACTERS);

/** Characters as a reader counts them. */
export const passwordLength = (password: string): number => [...password.normalize('NFC')].length;

/** Words that make a password of this account easy to guess (security A12). */
export const guessableWords = (email: string, words: readonly string[] = []): string[] =>
  [email, ...email.split(/[@.]/), ...words, 'voltboard', 'demo'].filter((word) => word.length > 2);
