import { DAY_MS } from '../domain/durations.ts';
import { getAnalytics } from './contract/analytics.ts';
import { listProducts } from './contract/products.ts';
import { analyticsSample } from './samples/analytics-sample.ts';
import { productSample } from './samples/product-sample.ts';

/**
 * The endpoints that the showcase adds to the server (docs/specification.md#calls). The analytics page's figures change
 * every day.
 */
export const CALLS = [
  { endpoint: getAnalytics, answer: () => analyticsSample(Math.floor(Date.now() / DAY_MS)) },
  { endpoint: listProducts, answer: () => productSample() },
] as const;
