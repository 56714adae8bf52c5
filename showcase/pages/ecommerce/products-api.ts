import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../web/lib/api-client.ts';
import { HAS_BACKEND } from '../../../web/lib/backend-flag.ts';
import { listProducts, type Product } from '../../contract/products.ts';
import { productSample } from '../../samples/product-sample.ts';

/**
 * The shop's products: from the server, or the built-in list where there is none (docs/specification.md#calls). Asked for
 * once: what product management changes is kept here, in memory, until the page is loaded anew (docs/sample-pages.md#product-management).
 */
export const productsQuery = queryOptions({
  queryKey: ['showcase', 'products'] as const,
  queryFn: ({ signal }): Promise<Product[]> | Product[] =>
    HAS_BACKEND ? request(listProducts, { signal }) : productSample(),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Ids of the products that the reader marked; in memory as well. */
export const favouritesQuery = queryOptions({
  queryKey: ['showcase', 'favourite-products'] as const,
  queryFn: (): readonly number[] => [],
  initialData: [],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});
