import { deflateRawSync } from 'node:zlib';

/** Typical non-random input: keyboard and alphabet sequences, and secrets from manuals. */
const KNOWN = [
  'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
  'qazwsxedcrfvtgbyhnujmikolp',
  '!@#$%^&*()_+-=[]{}|;:,.<>?/~`',
  'azertyuiopqsdfghjklmwxcvbn',
  'qwertzuiopasdfghjklyxcvbnm',
  'a-string-at-least-256-bits-long',
  'your-256-bit-key keyboard cat correct horse battery staple lorem ipsum dolor sit amet consectetur',
  'the quick brown fox jumps over the lazy dog letmein welcome admin default token session voltboard',
  'deadbeefcafebabefeedface',
];
const reversed = (text: string) => [...text].reverse().join('');
const DICTIONARY = Buffer.from(
  [...KNOWN, ...KNOWN.map(reversed), ...KNOWN.map((text) => text.replaceAll(' ', ''))].join('\n'),
);

/**
 * Minimum compressed size of a secret, in bytes. Each of 60,000 random texts of 32 hexadecimal digits compressed to 28
 * bytes or more.
 */
const LEAST_BYTES = 25;

/**
 * Returns whether a long secret is still guessable. The secret may have few different characters, or words that state
 * its purpose. It may also compress well, because it repeats, follows a known sequence, or changes by a constant step.
 */
export function isWeakSecret(secret: string): boolean {
  if (hasFewCharacters(secret)) return true;
  const lower = secret.toLowerCase();
  const codes = Buffer.from(lower);
  const steps = codes.map((code, at) => code - (codes[at - 1] ?? code));
  return [codes, steps].some((text) => deflateRawSync(text, { level: 9, dictionary: DICTIONARY }).length < LEAST_BYTES);
}

/**
 * Returns whether the secret has fewer than 12 different characters or a telltale word. This is the original rule,
 * which also applies to former secrets.
 */
export const hasFewCharacters = (secret: string): boolean =>
  new Set(secret).size < 12 || /secret|password|change.?me|example/i.test(secret);
