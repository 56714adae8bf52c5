import { expect, test } from 'vitest';
import { accountFaults, maskedAccount, readAccount, readBank } from './bank-account.ts';

test('checks an IBAN, with or without groups', () => {
  expect(readAccount('de89 3704 0044 0532 0130 00')).toEqual({ iban: 'DE89370400440532013000' });
  expect(readAccount('GB82-WEST-1234-5698-7654-32')).toEqual({ iban: 'GB82WEST12345698765432' });
  expect(readAccount('DE88370400440532013000')).toBeNull();
  expect(readAccount('DE8937')).toBeNull();
});

test('any other account is the number that the bank assigned', () => {
  expect(readAccount('000123456789')).toEqual({ number: '000123456789' });
  expect(readAccount('checking')).toBeNull();
  expect(readAccount('12<34')).toBeNull();
  expect(readAccount('')).toBeNull();
});

test('a bank is identified by its BIC, or by a routing number with a correct check digit', () => {
  expect(readBank('deutdeff')).toEqual({ bic: 'DEUTDEFF' });
  expect(readBank('DEUTDEFF500')).toEqual({ bic: 'DEUTDEFF500' });
  expect(readBank('021000021')).toEqual({ routing: '021000021' });
  expect(readBank('021000022')).toBeNull();
  expect(readBank('Bank')).toBeNull();
});

test('shows the last four characters of an account', () => {
  expect(maskedAccount('DE89370400440532013000')).toBe('•••• 3000');
});

const GERMAN = { holder: 'Hotel', account: 'DE89370400440532013000', bank: 'DEUTDEFF' };
const AMERICAN = { holder: 'Hotel', account: '000123456789', bank: '021000021' };
const faultsOf = (over: Partial<typeof GERMAN>, currency = 'EUR') =>
  Object.keys(accountFaults({ ...(currency === 'USD' ? AMERICAN : GERMAN), ...over }, currency));

test('finds on entry what a bank would reject in an account', () => {
  expect([faultsOf({}), faultsOf({}, 'USD'), faultsOf(GERMAN, 'USD'), faultsOf(AMERICAN, 'CHF')]).toEqual([
    [],
    [],
    [],
    [],
  ]);
  // Tests every single wrong digit, and a wrong length for the country.
  for (let at = 2; at < GERMAN.account.length; at += 1) {
    const wrong = (Number(GERMAN.account[at]) + 1) % 10;
    expect(faultsOf({ account: `${GERMAN.account.slice(0, at)}${wrong}${GERMAN.account.slice(at + 1)}` })).toEqual([
      'account',
    ]);
  }
  for (let at = 0; at < AMERICAN.bank.length; at += 1) {
    const wrong = (Number(AMERICAN.bank[at]) + 1) % 10;
    expect(faultsOf({ bank: `${AMERICAN.bank.slice(0, at)}${wrong}${AMERICAN.bank.slice(at + 1)}` }, 'USD')).toEqual([
      'bank',
    ]);
  }
  expect(accountFaults({ ...GERMAN, account: 'TR330006100519786457841326' }, 'EUR').account).toContain(
    'TR is not in SEPA',
  );
  expect(faultsOf({ account: AMERICAN.account })).toEqual(['account']);
  expect(faultsOf(AMERICAN)).toEqual(['account', 'bank']);
  expect(faultsOf({ account: GERMAN.account }, 'USD')).toEqual(['account']);
  expect(faultsOf({ account: '123456789012345678' }, 'USD')).toEqual(['account']);
});

test('a name has letters, and in euros at most 70 characters as the bank writes them', () => {
  expect(faultsOf({ holder: 'ü'.repeat(70) })).toEqual([]);
  expect(accountFaults({ ...GERMAN, holder: 'x'.repeat(98) }, 'EUR').holder).toContain('to 70 characters');
  expect(faultsOf({ holder: 'x'.repeat(98) }, 'USD')).toEqual([]);
  // One character of another script may become several Latin letters.
  expect(faultsOf({ holder: 'Щ'.repeat(40) })).toEqual(['holder']);
  expect(faultsOf({ holder: '—!—' })).toEqual(['holder']);
});
