import type { Product } from '../../contract/products.ts';

/** The products that contain the words, sorted by a column (with a minus: descending). */
export function productRows(products: readonly Product[], words: string, sort: string): Product[] {
  const wanted = words.trim().toLowerCase();
  const found = products.filter(({ id, title, subtitle, price, rating }) =>
    [id, title, subtitle, price, rating].some((value) => String(value).toLowerCase().includes(wanted)),
  );
  const compare = COMPARE[sort.replace(/^-/, '')] ?? byId;
  const direction = sort.startsWith('-') ? -1 : 1;
  return found.sort((one, other) => compare(one, other) * direction || byId(one, other));
}

type Compare = (one: Product, other: Product) => number;

const byId: Compare = (one, other) => one.id - other.id;
const COMPARE: Readonly<Record<string, Compare>> = {
  id: byId,
  title: (one, other) => one.title.localeCompare(other.title, 'en'),
  subtitle: (one, other) => one.subtitle.localeCompare(other.subtitle, 'en'),
  price: (one, other) => one.price - other.price,
  rating: (one, other) => one.rating - other.rating,
};
