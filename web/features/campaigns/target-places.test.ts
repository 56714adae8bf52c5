import { expect, test } from 'vitest';
import { placeKeys, withoutEmpty, withPlaceKeys, withWords } from './target-field.tsx';

test('merges ids of several kinds into one list of choices and splits them again', () => {
  const places = { customers: ['a'], outlets: ['b', 'c'], states: ['ohio'] };
  expect(placeKeys(places)).toEqual(['customers:a', 'outlets:b', 'outlets:c']);
  expect(withPlaceKeys(places, placeKeys(places))).toEqual(places);
  expect(withPlaceKeys(places, ['venues:d'])).toEqual({ venues: ['d'], states: ['ohio'] });
});

test('omits empty lists, so that no choice means everywhere', () => {
  expect(withWords({ states: ['ohio'] }, 'states', [])).toEqual({});
  expect(withPlaceKeys({ customers: ['a'] }, [])).toEqual({});
  expect(withoutEmpty({ states: ['ohio'], except: {} })).toEqual({ states: ['ohio'] });
  expect(withoutEmpty({ except: { states: ['iowa'] } })).toEqual({ except: { states: ['iowa'] } });
});
