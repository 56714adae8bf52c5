/** By the rules of BICs a test bank, which is in no directory. */
export const NOBODYS_BANK = 'DEMODED0';

/** Bank numbers in Germany begin with 1 to 8. No bank has this number, so no account exists there. */
const NO_BANK = '00000000';

/** Returns an IBAN with valid check digits (ISO 13616), whose bank does not exist. */
export function inventedIban(number: number): string {
  const account = `${NO_BANK}${String(number).padStart(10, '0')}`;
  // D and E are 13 and 14, and the check digits count as 00.
  const check = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${String(check).padStart(2, '0')}${account}`;
}
