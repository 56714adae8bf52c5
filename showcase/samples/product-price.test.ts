import { expect, test } from 'vitest';
import { productLabel, salePrice } from './product-price.ts';
import { fallbackProduct, productSample } from './product-sample.ts';

test('sale price = price minus price times discount percent divided by 100 (docs/specification.md#constants)', () => {
  expect(salePrice({ price: 45, discount: 20 })).toBe(36);
  expect(salePrice({ price: 19.99, discount: 15 })).toBe(16.99);
  expect(salePrice({ price: 76 })).toBe(76);
});

test("label 'Sale' if discount, else 'New' if createdAt equals updatedAt, else none (docs/specification.md#states)", () => {
  const made = '2026-01-01T00:00:00.000Z';
  const later = '2026-02-01T00:00:00.000Z';
  expect(productLabel({ discount: 5, createdAt: made, updatedAt: made })).toBe('Sale');
  expect(productLabel({ discount: 0, createdAt: made, updatedAt: '2026-01-01T00:00:00Z' })).toBe('New');
  expect(productLabel({ createdAt: made, updatedAt: later })).toBeNull();
});

test('twelve samples with ids 1 to 12, three shapes, six pictures used twice, every label (docs/specification.md#entities)', () => {
  const products = productSample();
  expect(products.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(products.slice(0, 3).map(({ price, discount }) => [price, discount])).toEqual([
    [76, undefined],
    [45, 20],
    [55, undefined],
  ]);
  const pictures = products.map(({ img }) => img);
  for (const picture of new Set(pictures)) expect(pictures.filter((each) => each === picture)).toHaveLength(2);
  expect(new Set(pictures).size).toBe(6);
  expect(products.slice(0, 3).map(productLabel)).toEqual(['New', 'Sale', null]);
  expect(new Set(products.map(({ title }) => title)).size).toBe(12);
  expect(products.every(({ reviews, rating }) => reviews === undefined && rating === 4.6)).toBe(true);
  expect(fallbackProduct().reviews).toBe(32);
});
