/**
 * Returns the error for a new password and its confirmation, in the words of docs/specification.md#validation; null if
 * there is none.
 */
export function passwordFault(password: string, confirmation: string): string | null {
  if (password === '') return 'Password field is empty';
  return password === confirmation ? null : 'Passwords are not equal';
}
