import { expect, test } from 'vitest';
import { salePrice } from '../../samples/product-price.ts';
import { productSample } from '../../samples/product-sample.ts';
import { FILTERS, FIRST_FILTERS, type ShopFilters, type ShopSort, SORTS, shownProducts } from './shop-filters.ts';

const shown = (filters: Partial<ShopFilters>, sort: ShopSort = 'Favourite', favourites: number[] = []) =>
  shownProducts(productSample(), { filters: { ...FIRST_FILTERS, ...filters }, sort, favourites }, salePrice);

test('the initial choices of docs/specification.md#constants show all twelve products', () => {
  expect(FILTERS.map(({ label, choices }) => `${label}: ${choices.join(' ')}`)).toEqual([
    'Type: Shoes Boots Trainers',
    'Brands: All Nike Adidas',
    'Size: 7 8 9 10 11 12 12.5 13',
    'Colour: All White Black',
    'Range: All - None',
  ]);
  expect(SORTS).toEqual(['Favourite', 'Price', 'Popular']);
  for (const { key, choices } of FILTERS) expect(FIRST_FILTERS[key]).toBe(choices[0]);
  expect(shown({})).toHaveLength(12);
});

test('each filter narrows the list, and filters combine', () => {
  expect(shown({ type: 'Boots' }).every(({ type }) => type === 'Boots')).toBe(true);
  expect(shown({ brand: 'Nike' }).every(({ brand }) => brand === 'Nike')).toBe(true);
  expect(shown({ size: '12.5' }).map(({ type }) => type)).toEqual(['Trainers', 'Trainers', 'Trainers', 'Trainers']);
  expect(shown({ colour: 'Black' })).toHaveLength(6);
  expect(shown({ range: '-' }).length + shown({ range: 'None' }).length).toBe(12);
  expect(shown({ type: 'Trainers', brand: 'Adidas', colour: 'Black' })).toHaveLength(1);
  expect(shown({ type: 'Boots', size: '13' })).toEqual([]);
});

test('each order sorts: favorites first, sale price, pairs sold', () => {
  expect(shown({}, 'Favourite', [7, 3]).map(({ id }) => id)).toEqual([3, 7, 1, 2, 4, 5, 6, 8, 9, 10, 11, 12]);
  const prices = shown({}, 'Price').map(salePrice);
  expect(prices).toEqual([...prices].sort((one, other) => one - other));
  expect(prices[0]).toBe(36);
  const sold = shown({}, 'Popular').map((product) => product.sold);
  expect(sold).toEqual([...sold].sort((one, other) => other - one));
});
