import { expect, test } from 'vitest';
import { productSample } from '../../samples/product-sample.ts';
import { productRows } from './management-page.tsx';

const ids = (words: string, sort: string) => productRows(productSample(), words, sort).map(({ id }) => id);

test('the search covers every shown column and ignores case', () => {
  expect(ids('REEF', 'id')).toEqual([9]);
  expect(ids('leather', 'id')).toEqual([2, 5, 8, 11]);
  expect(ids('76', 'id')).toEqual([1, 4, 7, 10]);
  expect(ids('nothing like it', 'id')).toEqual([]);
});

test('each column sorts both ways; equal values keep the order of the ids', () => {
  expect(ids('', '-id').slice(0, 3)).toEqual([12, 11, 10]);
  expect(ids('', 'price').slice(0, 5)).toEqual([2, 5, 8, 11, 3]);
  expect(ids('', '-price').slice(0, 5)).toEqual([1, 4, 7, 10, 3]);
  expect(ids('', 'title').slice(0, 2)).toEqual([8, 10]);
});
