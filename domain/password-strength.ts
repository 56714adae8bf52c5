/** Maximum password length, in UTF-16 units, which bounds the hashing cost. Passwords are never truncated. */
export const LONGEST_PASSWORD = 1024;
/**
 * Minimum number of guesses, as a power of ten, that a password must withstand. The attacker is assumed to know the
 * account and the product.
 */
export const GUESSES_LOG10 = 9;
/**
 * Limits of the strength estimate, which blocks the process while it tries every part of a text in every reading of its
 * digits and symbols. Measured for the worst texts found (digits, `p455w0rd`, dates): 340 ms for 128 characters, 60 ms
 * for 32 characters, and 5 ms with ten readings instead of a hundred. So only the beginning is estimated.
 */
export const ESTIMATE_BOUNDS = { maxLength: 32, l33tMaxSubstitutions: 10 } as const;

/** Returns the part of a password that is estimated, in the Unicode form that is hashed. */
export const estimatedPart = (password: string): string =>
  password.normalize('NFC').slice(0, ESTIMATE_BOUNDS.maxLength);

/** Returns the number of Unicode code points after normalization. */
export const passwordLength = (password: string): number => [...password.normalize('NFC')].length;

/** Returns words that make this account's password easy to guess (docs/threat-model.md#a12). */
export const guessableWords = (email: string, words: readonly string[] = []): string[] =>
  [email, ...email.split(/[@.]/), ...words, 'voltboard', 'demo'].filter((word) => word.length > 2);
