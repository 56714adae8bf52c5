import * as Type from 'typebox';
import type { Endpoint } from '../../contract/endpoint.ts';

const Instant = Type.String({ format: 'date-time' });

/**
 * A product in the sample shop (docs/specification.md#entities), with the fields that its filters and sort orders need.
 */
export const Product = Type.Object({
  id: Type.Integer(),
  /** The picture's URL on the web client. */
  img: Type.String(),
  title: Type.String(),
  subtitle: Type.String(),
  /** In dollars, before the discount. */
  price: Type.Number(),
  rating: Type.Number(),
  description_1: Type.String(),
  description_2: Type.String(),
  code: Type.String(),
  hashtag: Type.String(),
  technology: Type.Array(Type.String()),
  /** In percent. */
  discount: Type.Optional(Type.Number()),
  createdAt: Instant,
  updatedAt: Instant,
  /** Number of reviews. Only the sample product for URLs without a number has reviews. */
  reviews: Type.Optional(Type.Integer()),
  type: Type.String(),
  brand: Type.String(),
  colour: Type.String(),
  sizes: Type.Array(Type.Number()),
  /** The range that the product belongs to; empty if there is none. */
  range: Type.String(),
  /** Pairs sold, for sorting by popularity. */
  sold: Type.Integer(),
});
export type Product = Type.Static<typeof Product>;

export const listProducts = {
  method: 'GET',
  url: '/products',
  allowed: 'data',
  tokenScope: 'reports:read',
  summary: 'The twelve sample products of the sample shop',
  schema: { response: { 200: Type.Array(Product) } },
} as const satisfies Endpoint;
