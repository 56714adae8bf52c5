import { expect, test } from 'vitest';
import { type TrialTerms, type TriedEvent, tryTerms } from './contract-trial.ts';

const EVENT: TriedEvent = {
  kind: 'view',
  customerKey: 1,
  flightKey: 7,
  amountMicros: 2_001,
  ownerMicros: 601,
  ppm: 300_000,
};
const NOTHING: TrialTerms = { share: null, price: null, changeOfPrices: null };

test('with no change, or with the price and share that applied, an event keeps its amounts to the micro-dollar', () => {
  const same = { amount: 2_001, owner: 601 };
  expect(tryTerms(EVENT, NOTHING)).toEqual(same);
  expect(tryTerms(EVENT, { ...NOTHING, changeOfPrices: 0 })).toEqual(same);
  expect(tryTerms(EVENT, { ...NOTHING, price: { flightKey: 7, model: 'flat', priceMicros: 2_001 } })).toEqual(same);
  expect(tryTerms({ ...EVENT, ownerMicros: 600 }, { ...NOTHING, share: { customerKey: null, ppm: 300_000 } })).toEqual({
    ...same,
    owner: 600,
  });
});

test('another share applies to one owner or to all, and advertisers pay the same', () => {
  expect(tryTerms(EVENT, { ...NOTHING, share: { customerKey: 1, ppm: 500_000 } })).toEqual({
    amount: 2_001,
    owner: 1_000,
  });
  expect(tryTerms(EVENT, { ...NOTHING, share: { customerKey: 2, ppm: 500_000 } })).toEqual({
    amount: 2_001,
    owner: 601,
  });
  expect(tryTerms(EVENT, { ...NOTHING, share: { customerKey: null, ppm: 0 } })).toEqual({ amount: 2_001, owner: 0 });
});

test('another price earns the owner the share that applied then', () => {
  const price = { flightKey: 7, model: 'cpm', priceMicros: 4_000_000 } as const;
  expect(tryTerms(EVENT, { ...NOTHING, price })).toEqual({ amount: 4_000, owner: 1_200 });
  expect(tryTerms({ ...EVENT, kind: 'click' }, { ...NOTHING, price })).toEqual({ amount: 0, owner: 0 });
  expect(tryTerms({ ...EVENT, flightKey: 8 }, { ...NOTHING, price })).toEqual({ amount: 2_001, owner: 601 });
  expect(tryTerms(EVENT, { ...NOTHING, price, changeOfPrices: 5_000 })).toEqual({ amount: 4_000, owner: 1_200 });
});

test('prices changed by a percentage are rounded half to even, as on acceptance', () => {
  expect(tryTerms(EVENT, { ...NOTHING, changeOfPrices: 5_000 })).toEqual({ amount: 3_002, owner: 901 });
  expect(tryTerms(EVENT, { ...NOTHING, changeOfPrices: -10_000 })).toEqual({ amount: 0, owner: 0 });
});
