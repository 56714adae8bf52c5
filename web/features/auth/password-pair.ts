import { passwordPairStrings as strings } from './auth-strings.ts';

/**
 * Returns the error for a new password and its confirmation, in the words of docs/specification.md#validation; null if
 * there is none.
 */
export function passwordFault(password: string, confirmation: string): string | null {
  if (password === '') return strings.passwordMissing;
  return password === confirmation ? null : strings.passwordsDiffer;
}
