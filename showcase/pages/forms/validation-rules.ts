/** Checks a value. Returns the problem as one sentence, or null if the value is valid. */
type Rule = (value: string) => string | null;

const required: Rule = (value) => (value.trim() === '' ? 'This field is required.' : null);
const unlessEmpty =
  (holds: (value: string) => boolean, message: string): Rule =>
  (value) =>
    value.trim() === '' || holds(value.trim()) ? null : message;

export const minLength = (least: number): Rule =>
  unlessEmpty((value) => value.length >= least, `Write at least ${least} characters.`);
export const email = unlessEmpty(
  (value) => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(value),
  'Write a valid e-mail address.',
);
export const number = unlessEmpty((value) => /^[+-]?\d+(\.\d+)?$/.test(value), 'Write a number.');
export const range = (from: number, to: number): Rule =>
  unlessEmpty(
    (value) => number(value) === null && Number(value) >= from && Number(value) <= to,
    `Write a number from ${from} to ${to}.`,
  );
export const website = unlessEmpty((value) => {
  try {
    return /^https?:$/.test(new URL(value).protocol) && new URL(value).hostname.includes('.');
  } catch {
    return false;
  }
}, 'Write a full web address, such as https://example.com.');
export const letters = unlessEmpty((value) => /^[\p{L} ]+$/u.test(value), 'Use letters only.');
export const alphanumeric = unlessEmpty((value) => /^[\p{L}\p{N}]+$/u.test(value), 'Use letters and numbers only.');
export const digits = (count: number): Rule =>
  unlessEmpty((value) => value.replaceAll(/\D/g, '').length === count, `Write all ${count} digits.`);

/** Returns a rule that requires a value and then applies the given rules. The rule returns the first problem. */
export const must =
  (...rules: Rule[]): Rule =>
  (value) => {
    for (const rule of [required, ...rules]) {
      const problem = rule(value);
      if (problem !== null) return problem;
    }
    return null;
  };
