import type { Product } from '../contract/products.ts';

/**
 * Returns the price minus price times discount percent divided by 100, in dollars rounded to whole cents
 * (docs/specification.md#constants).
 */
export const salePrice = ({ price, discount = 0 }: Pick<Product, 'price' | 'discount'>): number =>
  Math.round((price - (price * discount) / 100) * 100) / 100;

export type ProductLabel = 'Sale' | 'New' | null;

/**
 * Returns 'Sale' if there is a discount, else 'New' if the product has not changed since its creation, else null
 * (docs/specification.md#states).
 */
export function productLabel({
  discount = 0,
  createdAt,
  updatedAt,
}: Pick<Product, 'discount' | 'createdAt' | 'updatedAt'>): ProductLabel {
  if (discount > 0) return 'Sale';
  return Date.parse(createdAt) === Date.parse(updatedAt) ? 'New' : null;
}
