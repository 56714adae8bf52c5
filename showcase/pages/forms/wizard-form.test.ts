import { expect, test } from 'vitest';
import { EMPTY_ORDER, problemsOfStep, STEPS } from './wizard-page.tsx';

const ORDER = {
  username: 'ada1843',
  email: 'ada@example.com',
  address: 'Mill Lane',
  country: 'FR',
  shipping: 'Rail',
  zip: '123-456',
  delivery: '4 Mill Lane',
  cardName: 'Ada Brook',
  cardType: 'Debit',
  cardNumber: '0000 0000 0000 0000',
  expires: '2031-05-01',
};

test('an empty step reports each of its fields; the last step has none', () => {
  expect(STEPS.map((_name, step) => Object.keys(problemsOfStep(step, EMPTY_ORDER)).length)).toEqual([3, 4, 4, 0]);
});

test('a complete order passes every step', () => {
  for (const step of [0, 1, 2, 3]) expect(problemsOfStep(step, ORDER)).toEqual({});
});

test('the address accepts letters only, the zip requires six digits', () => {
  expect(problemsOfStep(0, { ...ORDER, address: '4 Mill Lane' })).toEqual({ address: 'Use letters only.' });
  expect(problemsOfStep(1, { ...ORDER, zip: '12-345' })).toEqual({ zip: 'Write all 6 digits.' });
});
