import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../web/lib/api-client.ts';
import { HAS_BACKEND } from '../../../web/lib/backend-flag.ts';
import { listProducts, type Product } from '../../contract/products.ts';
import { productSample } from '../../samples/product-sample.ts';

/**
 * The shop's products: from the server, or the built-in list without a server (docs/specification.md#calls). Fetched
 * once. Changes made in product management stay in this cache until the page reloads
 * (docs/sample-pages.md#product-management).
 */
export const productsQuery = queryOptions({
  queryKey: ['showcase', 'products'] as const,
  queryFn: ({ signal }): Promise<Product[]> | Product[] =>
    HAS_BACKEND ? request(listProducts, { signal }) : productSample(),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** IDs of the user's favorite products, which are also stored only in memory. */
export const favouritesQuery = queryOptions({
  queryKey: ['favourite-products'] as const,
  queryFn: (): readonly number[] => [],
  initialData: [],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});
