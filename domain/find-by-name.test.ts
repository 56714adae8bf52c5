import { expect, test } from 'vitest';
import { chooseByName, findKey } from './find-by-name.ts';

const row = (name: string) => ({ name });

test.each([
  ['  Café   MÜLLER ', 'cafe muller'],
  ['Cafe\u0301 Mu\u0308ller', 'cafe muller'],
  ['Łódź Øst ﬁnd', 'lodz ost find'],
  ['Кафе Пушкин', 'kafe pushkin'],
  ['Joe’s Straße', "joe's strasse"],
  ['Pier House 7', 'pier house 7'],
])('%j is found by %j', (name, key) => {
  expect(findKey(name)).toBe(key);
  expect(findKey(key)).toBe(key);
});

test('a part of a name has a part of its key, and no name an empty one', () => {
  for (const [name, part] of [
    ['Grand Hôtel Žižkov', 'hôtel ž'],
    ['北京大饭店', '大饭'],
    ['Größe & Söhne', 'öße & s'],
  ] as const)
    expect(findKey(name)).toContain(findKey(part));
  expect(findKey('\u{e000}')).not.toBe('');
});

test('the name itself wins; else the only one that reads the same; else all of them are named', () => {
  const [accented, plain, other] = [row('Café Müller'), row('Cafe Muller'), row('Cafè Müller')];
  expect(chooseByName([accented, plain], 'CAFE  muller', 'correct it').one).toBe(plain);
  expect(chooseByName([accented, plain], 'cafe\u0301 mu\u0308ller', 'correct it').one).toBe(accented);
  expect(chooseByName([accented], 'Cafe Muller', 'correct it').one).toBe(accented);
  expect(chooseByName([accented, other], 'Cafe Muller', 'correct it')).toEqual({
    one: null,
    problem: "'Cafe Muller' may be 'Café Müller' or 'Cafè Müller'; write the one that is meant",
    isAmbiguous: true,
  });
  expect(chooseByName([], 'Nobody', 'correct it').problem).toBe("'Nobody' is unknown; correct it");
});
