import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Product } from '../../contract/products.ts';
import { changedProduct, newProduct, type ProductFields } from './product-fields.ts';
import { favouritesQuery, productsQuery } from './products-api.ts';

export type Favourites = { readonly ids: readonly number[]; readonly toggle: (id: number) => void };

/** Returns the favorite products, shared by all of the shop's pages. */
export function useFavourites(): Favourites {
  const client = useQueryClient();
  const { data: ids } = useQuery(favouritesQuery);
  const toggle = (id: number): void => {
    client.setQueryData(favouritesQuery.queryKey, (before = []) =>
      before.includes(id) ? before.filter((each) => each !== id) : [...before, id],
    );
  };
  return { ids, toggle };
}

/** Returns the changes that product management can make to the list. Nothing is sent to the server. */
export function useStock() {
  const client = useQueryClient();
  const change = (next: (products: Product[]) => Product[]): void => {
    client.setQueryData(productsQuery.queryKey, (before) => (before === undefined ? before : next(before)));
  };
  return {
    create: (fields: ProductFields): void =>
      change((products) => [...products, newProduct(fields, products, new Date())]),
    update: (id: number, fields: ProductFields): void =>
      change((products) =>
        products.map((product) => (product.id === id ? changedProduct(product, fields, new Date()) : product)),
      ),
    remove: (id: number): void => change((products) => products.filter((product) => product.id !== id)),
  };
}
