import * as Type from 'typebox';
import { RangeQuery } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { OutletMap } from './list.ts';

const Degrees = Type.String({ pattern: '^-?[0-9]{1,3}([.][0-9]{1,15})?$' });

/** Some words with commas between them. */
const Words = (...words: readonly string[]) =>
  Type.String({ pattern: `^(${words.join('|')})(,(${words.join('|')}))*$`, maxLength: 60 });

const Box = Type.Object({ west: Type.Number(), south: Type.Number(), east: Type.Number(), north: Type.Number() });

/** What a map of any number of outlets shows of a part of the world. */
export const OutletClusters = Type.Object({
  /** Outlets in scope, wherever they are. */
  total: Type.Integer(),
  /** Those whose place nobody knows; they are in no cluster. */
  unlocated: Type.Integer(),
  /** How many of all are of each status. */
  online: Type.Integer(),
  late: Type.Integer(),
  offline: Type.Integer(),
  never: Type.Integer(),
  /** How many of all stand where their venue is, for want of a place of their own. */
  at_venue: Type.Integer(),
  /** The smallest box around all known places. */
  box: Type.Union([Box, Type.Null()]),
  /** Column by column: the middle of each cluster and how many of it are of each status. */
  clusters: Type.Object({
    lat: Type.Array(Type.Number()),
    lng: Type.Array(Type.Number()),
    online: Type.Array(Type.Integer()),
    late: Type.Array(Type.Integer()),
    offline: Type.Array(Type.Integer()),
    never: Type.Array(Type.Integer()),
    /** The zoom from which on it falls apart; null for a single spot. */
    opens_at: Type.Array(Type.Union([Type.Integer(), Type.Null()])),
  }),
  /** How often the world is halved each way to the squares of which each cluster is one: what stands in it, and nothing else. */
  cells: Type.Integer(),
  /** Those that are shown one by one, and are in no cluster. */
  outlets: OutletMap,
});
export type OutletClusters = Type.Static<typeof OutletClusters>;

/** Outlets that one answer shows one by one; where there are more, it has clusters. */
export const MOST_SINGLES = 500;

/**
 * Clusters of outlets in scope as a map of `zoom` shows them (512 pixels of the world at zoom 0). With the four sides, only those
 * that touch the box; `west` may be greater than `east`, across the date line. Of the whole world clusters, outlets one by one and those
 * without a place are all there are, at every zoom; `status` and `position` leave out others.
 */
export const getOutletClusters = {
  method: 'GET',
  url: '/list/clusters',
  allowed: 'data',
  summary: 'Outlets in scope as clusters of a map, with those that stand alone',
  schema: {
    querystring: Type.Object(
      {
        cid: RangeQuery.cid,
        /** 3 if it is left out. */
        zoom: Type.Optional(Type.String({ pattern: '^(1?[0-9]|2[0-2])$' })),
        west: Type.Optional(Degrees),
        south: Type.Optional(Degrees),
        east: Type.Optional(Degrees),
        north: Type.Optional(Degrees),
        status: Type.Optional(Words('online', 'late', 'offline', 'never')),
        position: Type.Optional(Words('outlet', 'venue')),
      },
      { additionalProperties: false },
    ),
    response: { 200: OutletClusters },
  },
} as const satisfies Endpoint;
