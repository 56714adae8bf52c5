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

test('the key of a part is a part of the key, and no name has an empty key', () => {
  for (const [name, part] of [
    ['Grand Hôtel Žižkov', 'hôtel ž'],
    ['北京大饭店', '大饭'],
    ['Größe & Söhne', 'öße & s'],
  ] as const)
    expect(findKey(name)).toContain(findKey(part));
  expect(findKey('\u{e000}')).not.toBe('');
});

test('prefers the exact name, then the only name that reads the same, and otherwise lists all of them', () => {
  const [accented, plain, other] = [row('Café Müller'), row('Cafe Muller'), row('Cafè Müller')];
  expect(chooseByName([accented, plain], 'CAFE  muller', 'correct it').one).toBe(plain);
  expect(chooseByName([accented, plain], 'cafe\u0301 mu\u0308ller', 'correct it').one).toBe(accented);
  expect(chooseByName([accented], 'Cafe Muller', 'correct it').one).toBe(accented);
  expect(chooseByName([accented, other], 'Cafe Muller', 'correct it')).toEqual({
    one: null,
    problem: "'Cafe Muller' could be 'Café Müller' or 'Cafè Müller'; enter the exact name",
    isAmbiguous: true,
  });
  expect(chooseByName([row('Łódź Øst Straße')], 'Lodz Ost Strasse', 'correct it').one?.name).toBe('Łódź Øst Straße');
  expect(chooseByName([], 'Nobody', 'correct it').problem).toBe("'Nobody' was not found; correct it");
});

test('a name that reads the same only in ASCII letters is offered as another customer, and a search finds it', () => {
  const stored = row('张家酒店');
  expect(findKey('章家酒店')).toBe(findKey(stored.name));
  expect(chooseByName([stored], '章家酒店', 'correct it')).toEqual({
    one: null,
    problem: "'章家酒店' was not found; did you mean '张家酒店'? Enter the exact name, or correct it",
    isAmbiguous: false,
  });
  expect(chooseByName([stored], '章家酒店', 'correct it', 'alike').one).toBe(stored);
  expect(chooseByName([row('カフェ バー')], 'カフェ ハー', 'correct it').one).toBeNull();
  expect(chooseByName([row('Joe’s Café')], "joe's cafe", 'correct it').one?.name).toBe('Joe’s Café');
});
