import { expect, test } from 'vitest';
import { productLabel } from '../../samples/product-price.ts';
import { productSample } from '../../samples/product-sample.ts';
import { changedProduct, EMPTY_FIELDS, fieldsOf, newProduct, PICTURES } from './product-fields.ts';

const NOW = new Date('2026-11-21T10:00:00Z');

test('a new product gets the next id, counts as new, and takes its type and color from the picture', () => {
  const made = newProduct({ ...EMPTY_FIELDS, title: 'Test', img: PICTURES[3].img }, productSample(), NOW);
  expect(made).toMatchObject({ id: 13, title: 'Test', price: 0.01, rating: 5, type: 'Boots', colour: 'Black' });
  expect(productLabel(made)).toBe('New');
  expect(newProduct(EMPTY_FIELDS, [], NOW).id).toBe(1);
});

test('a changed product no longer counts as new, and a zero discount is removed', () => {
  const [trainers, boots] = productSample();
  if (!trainers || !boots) throw new Error('the sample has products');
  expect(productLabel(changedProduct(trainers, fieldsOf(trainers), NOW))).toBeNull();
  const full = changedProduct(boots, { ...fieldsOf(boots), discount: 0 }, NOW);
  expect('discount' in full).toBe(false);
  expect(full.id).toBe(boots.id);
});

test('every sample product has one of the pictures', () => {
  const pictures: readonly string[] = PICTURES.map(({ img }) => img);
  expect(productSample().filter(({ img }) => !pictures.includes(img))).toEqual([]);
});
