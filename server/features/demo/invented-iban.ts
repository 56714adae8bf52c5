/** By the rules of BICs one of a bank's tests, which is in no directory. */
export const NOBODYS_BANK = 'DEMODED0';

/** Numbers of banks in Germany begin with 1 to 8: no bank has this one, and no one such an account. */
const NO_BANK = '00000000';

/** An IBAN whose check digits are right (ISO 13616), and whose bank does not exist. */
export function inventedIban(number: number): string {
  const account = `${NO_BANK}${String(number).padStart(10, '0')}`;
  // D and E are 13 and 14, and the check digits count as 00.
  const check = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${String(check).padStart(2, '0')}${account}`;
}
