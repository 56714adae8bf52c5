import { expect, test } from 'vitest';
import { maskedAccount, readAccount, readBank } from './bank-account.ts';

test('an IBAN is proven, written in groups or not', () => {
  expect(readAccount('de89 3704 0044 0532 0130 00')).toEqual({ iban: 'DE89370400440532013000' });
  expect(readAccount('GB82-WEST-1234-5698-7654-32')).toEqual({ iban: 'GB82WEST12345698765432' });
  expect(readAccount('DE88370400440532013000')).toBeNull();
  expect(readAccount('DE8937')).toBeNull();
});

test('any other account is the number that its bank gave it', () => {
  expect(readAccount('000123456789')).toEqual({ number: '000123456789' });
  expect(readAccount('checking')).toBeNull();
  expect(readAccount('12<34')).toBeNull();
  expect(readAccount('')).toBeNull();
});

test('a bank is named by its BIC, or by a routing number with the right check digit', () => {
  expect(readBank('deutdeff')).toEqual({ bic: 'DEUTDEFF' });
  expect(readBank('DEUTDEFF500')).toEqual({ bic: 'DEUTDEFF500' });
  expect(readBank('021000021')).toEqual({ routing: '021000021' });
  expect(readBank('021000022')).toBeNull();
  expect(readBank('Bank')).toBeNull();
});

test('of an account the last four characters are shown', () => {
  expect(maskedAccount('DE89370400440532013000')).toBe('•••• 3000');
});
