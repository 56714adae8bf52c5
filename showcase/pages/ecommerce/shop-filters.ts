import type { Product } from '../../contract/products.ts';

/** The five filters with their choices. The first choice is the default (docs/specification.md#constants). */
export const FILTERS = [
  { key: 'type', label: 'Type', choices: ['Shoes', 'Boots', 'Trainers'] },
  { key: 'brand', label: 'Brands', choices: ['All', 'Nike', 'Adidas'] },
  { key: 'size', label: 'Size', choices: ['7', '8', '9', '10', '11', '12', '12.5', '13'] },
  { key: 'colour', label: 'Colour', choices: ['All', 'White', 'Black'] },
  { key: 'range', label: 'Range', choices: ['All', '-', 'None'] },
] as const;
export type FilterKey = (typeof FILTERS)[number]['key'];
export type ShopFilters = Readonly<Record<FilterKey, string>>;

export const SORTS = ['Favourite', 'Price', 'Popular'] as const;
export type ShopSort = (typeof SORTS)[number];

/** Explanations for choices whose words are unclear. */
export const CHOICE_HINTS: Readonly<Record<FilterKey | 'sort', Readonly<Record<string, string>>>> = {
  type: { Shoes: 'every kind' },
  brand: {},
  size: {},
  colour: {},
  range: { '-': 'part of a range', None: 'of no range' },
  sort: { Favourite: 'yours first', Price: 'lowest first', Popular: 'most sold' },
};

export const FIRST_FILTERS: ShopFilters = { type: 'Shoes', brand: 'All', size: '7', colour: 'All', range: 'All' };

/**
 * Whether a product matches the filters. 'Shoes' matches every type, because boots and trainers are shoes, too. '-'
 * means any range, 'None' no range.
 */
function fits(product: Product, { type, brand, size, colour, range }: ShopFilters): boolean {
  return (
    (type === 'Shoes' || product.type === type) &&
    (brand === 'All' || product.brand === brand) &&
    product.sizes.includes(Number(size)) &&
    (colour === 'All' || product.colour === colour) &&
    (range === 'All' || (range === '-') === (product.range !== ''))
  );
}

export type ShopView = {
  readonly filters: ShopFilters;
  readonly sort: ShopSort;
  readonly favourites: readonly number[];
};

/** Returns the matching products in order: favorites first, lowest sale price first, or best-selling first. */
export function shownProducts(
  products: readonly Product[],
  { filters, sort, favourites }: ShopView,
  priceOf: (product: Product) => number,
): Product[] {
  const rank = (product: Product): number => {
    if (sort === 'Price') return priceOf(product);
    if (sort === 'Popular') return -product.sold;
    return favourites.includes(product.id) ? 0 : 1;
  };
  return products.filter((product) => fits(product, filters)).sort((one, other) => rank(one) - rank(other));
}
