import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareNames } from './name-order.ts';

test('a letter with a mark sorts after the letter, never after the alphabet', () => {
  const sorted = ['Adler', 'Ägäis', 'Atlas', 'Ätna', 'Auto', 'Óscar', 'Ost', 'Øst', 'Zebra', 'Žižka', 'Zoo'];
  expect(sorted.toReversed().sort(compareNames)).toEqual(sorted);
});

test('sorts names in Latin letters as a collator does', () => {
  const { compare } = new Intl.Collator('en', { sensitivity: 'base' });
  const word = fc.array(fc.constantFrom(...'abzäöüéñçšžAÖÉ'), { minLength: 1 }).map((letters) => letters.join(''));
  fc.assert(
    fc.property(word, word, (one, other) => {
      const byCollator = Math.sign(compare(one, other));
      return byCollator === 0 || Math.sign(compareNames(one, other)) === byCollator;
    }),
  );
});

test('names that differ never compare as equal', () => {
  expect(compareNames('Muller', 'Müller')).toBeLessThan(0);
  expect(compareNames('北京', '背景')).not.toBe(0);
  expect(compareNames('Café', 'CAFÉ')).toBe(0);
});
