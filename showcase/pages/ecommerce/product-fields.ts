import type { Product } from '../../contract/products.ts';

/** The product form's fields. */
export type ProductFields = Pick<
  Product,
  | 'img'
  | 'title'
  | 'subtitle'
  | 'price'
  | 'description_1'
  | 'description_2'
  | 'code'
  | 'hashtag'
  | 'technology'
  | 'rating'
> & { readonly discount: number };

/** The available pictures, with descriptions. */
export const PICTURES = [
  { img: '/shop/trainers-white.svg', words: 'White trainers', type: 'Trainers', colour: 'White' },
  { img: '/shop/trainers-black.svg', words: 'Black trainers', type: 'Trainers', colour: 'Black' },
  { img: '/shop/boots-white.svg', words: 'White leather boots', type: 'Boots', colour: 'White' },
  { img: '/shop/boots-black.svg', words: 'Black leather boots', type: 'Boots', colour: 'Black' },
  { img: '/shop/sandals-white.svg', words: 'White flat sandals', type: 'Shoes', colour: 'White' },
  { img: '/shop/sandals-black.svg', words: 'Black flat sandals', type: 'Shoes', colour: 'Black' },
] as const;

export const pictureWords = (img: string): string => PICTURES.find((picture) => picture.img === img)?.words ?? '';

const SIZES = [7, 8, 9, 10, 11, 12, 12.5, 13];

/** The values of an empty form: price 0.01, rating 5, no technology (docs/sample-pages.md#product-management). */
export const EMPTY_FIELDS: ProductFields = {
  img: PICTURES[0].img,
  title: '',
  subtitle: '',
  price: 0.01,
  discount: 0,
  description_1: '',
  description_2: '',
  code: '',
  hashtag: '',
  technology: [],
  rating: 5,
};

export const fieldsOf = (product: Product): ProductFields => ({
  img: product.img,
  title: product.title,
  subtitle: product.subtitle,
  price: product.price,
  discount: product.discount ?? 0,
  description_1: product.description_1,
  description_2: product.description_2,
  code: product.code,
  hashtag: product.hashtag,
  technology: product.technology,
  rating: product.rating,
});

/** Derives the type and color from the picture, so that the filters find the product. */
function shownBy(img: string): Pick<Product, 'type' | 'colour'> {
  const { type, colour } = PICTURES.find((picture) => picture.img === img) ?? PICTURES[0];
  return { type, colour };
}

function withFields(product: Product, { discount, ...fields }: ProductFields): Product {
  const { discount: _before, ...rest } = product;
  return { ...rest, ...fields, ...shownBy(fields.img), ...(discount > 0 ? { discount } : {}) };
}

/** Creates a product with the next free id. Its two timestamps are equal, so it is labeled New. */
export function newProduct(fields: ProductFields, products: readonly Product[], now: Date): Product {
  const createdAt = now.toISOString();
  const base: Product = {
    ...fields,
    id: Math.max(0, ...products.map(({ id }) => id)) + 1,
    createdAt,
    updatedAt: createdAt,
    ...shownBy(fields.img),
    brand: '',
    sizes: SIZES,
    range: '',
    sold: 0,
  };
  return withFields(base, fields);
}

export const changedProduct = (product: Product, fields: ProductFields, now: Date): Product => ({
  ...withFields(product, fields),
  updatedAt: now.toISOString(),
});
