/** What is wrong with a new password and its confirmation, in the words of docs/specification.md#validation; null when nothing is. */
export function passwordFault(password: string, confirmation: string): string | null {
  if (password === '') return 'Password field is empty';
  return password === confirmation ? null : 'Passwords are not equal';
}
