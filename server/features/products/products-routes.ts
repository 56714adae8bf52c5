import type { FastifyInstance } from 'fastify';
import { listProducts } from '#contract/products.ts';
import { productSample } from '#domain/product-sample.ts';
import { addRoute } from '../../http/add-route.ts';

/** The products of the sample shop. */
export async function productRoutes(app: FastifyInstance): Promise<void> {
  addRoute(app, listProducts, () => productSample());
}
