import type { Product } from '../contract/products.ts';

const CODE = 'VB-2210-88';
const HASHTAG = '#walkcharged';
const TECHNOLOGY = ['Cork footbed', 'Recycled mesh', 'Grip sole'];
const DESCRIPTION_1 =
  'Made for a day between platforms, lobbies and one more meeting across town: light on the foot, calm to look at, and easy to clean with a damp cloth.';
const DESCRIPTION_2 =
  'The upper is woven in one piece, so nothing rubs. The sole is glued and stitched and can be replaced by any cobbler, and the box is the only packing.';
const RATING = 4.6;

/** Sizes for the shapes. Every shape is available in the smallest sizes. */
const SIZES = {
  full: [7, 8, 9, 10, 11, 12, 12.5, 13],
  middle: [7, 8, 9, 10, 11],
  small: [7, 8, 9],
} as const;

/** The three shapes that the sample repeats, each in two colors and from two brands (docs/sample-pages.md#products). */
const SHAPES = [
  { type: 'Trainers', picture: 'trainers', price: 76, sizes: SIZES.full, createdAt: '2026-09-14T08:00:00.000Z' },
  {
    type: 'Boots',
    picture: 'boots',
    price: 45,
    discount: 20,
    sizes: SIZES.middle,
    createdAt: '2026-06-02T08:00:00.000Z',
  },
  { type: 'Shoes', picture: 'sandals', price: 55, sizes: SIZES.small, createdAt: '2026-03-21T08:00:00.000Z' },
] as const;
const UPDATED_AT = '2026-10-05T08:00:00.000Z';

/** The values that differ between rows of three products. */
const VARIANTS = [
  { brand: 'Nike', colour: 'White', range: 'Harbour', sold: 1240 },
  { brand: 'Adidas', colour: 'Black', range: '', sold: 880 },
  { brand: 'Nike', colour: 'Black', range: 'Harbour', sold: 1530 },
  { brand: 'Adidas', colour: 'White', range: '', sold: 610 },
] as const;
const TITLES = [
  ['Pier Runner', 'Ridge Boot', 'Dune Sandal'],
  ['Quay Runner', 'Moor Boot', 'Shore Sandal'],
  ['Night Runner', 'Cairn Boot', 'Reef Sandal'],
  ['Cloud Runner', 'Fjord Boot', 'Lagoon Sandal'],
] as const;
const WORDS = { Trainers: 'Trainers', Boots: 'Leather boots', Shoes: 'Flat sandals' } as const;

function productOf(position: number): Product {
  const shape = SHAPES[position % SHAPES.length] ?? SHAPES[0];
  const row = Math.floor(position / SHAPES.length);
  const variant = VARIANTS[row] ?? VARIANTS[0];
  // Trainers count as new, because they are unchanged since their creation; products with a discount are on sale.
  const isNew = shape.type === 'Trainers';
  return {
    id: position + 1,
    img: `/shop/${shape.picture}-${variant.colour.toLowerCase()}.svg`,
    title: TITLES[row]?.[position % SHAPES.length] ?? '',
    subtitle: `${WORDS[shape.type]}, ${variant.colour.toLowerCase()}`,
    price: shape.price,
    rating: RATING,
    description_1: DESCRIPTION_1,
    description_2: DESCRIPTION_2,
    code: CODE,
    hashtag: HASHTAG,
    technology: [...TECHNOLOGY],
    ...('discount' in shape ? { discount: shape.discount } : {}),
    createdAt: shape.createdAt,
    updatedAt: isNew ? shape.createdAt : UPDATED_AT,
    type: shape.type,
    brand: variant.brand,
    colour: variant.colour,
    sizes: [...shape.sizes],
    range: variant.range,
    sold: variant.sold + (position % SHAPES.length) * 70,
  };
}

/** Returns the sample shop's twelve products, with ids 1 to 12 (docs/specification.md#entities). */
export const productSample = (): Product[] => Array.from({ length: 12 }, (_, position) => productOf(position));

/** Returns the product for URLs without a number. No other product has reviews (docs/sample-pages.md#product). */
export const fallbackProduct = (): Product => ({ ...productOf(0), id: 0, reviews: 32 });
