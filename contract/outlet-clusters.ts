import * as Type from 'typebox';
import { RangeQuery } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { OutletMap } from './list.ts';

const Degrees = Type.String({ pattern: '^-?[0-9]{1,3}([.][0-9]{1,15})?$' });

/** Returns a schema for a comma-separated list of words. */
const Words = (...words: readonly string[]) =>
  Type.String({ pattern: `^(${words.join('|')})(,(${words.join('|')}))*$`, maxLength: 60 });

const Box = Type.Object({ west: Type.Number(), south: Type.Number(), east: Type.Number(), north: Type.Number() });

/** Map data for a part of the world, for any number of outlets. */
export const OutletClusters = Type.Object({
  /** Number of outlets in scope, wherever they are. */
  total: Type.Integer(),
  /** Number of outlets whose position is unknown. These outlets are in no cluster. */
  unlocated: Type.Integer(),
  /** Number of outlets by status. */
  online: Type.Integer(),
  late: Type.Integer(),
  offline: Type.Integer(),
  never: Type.Integer(),
  /** Number of outlets shown at their venue's position, because they have no position of their own. */
  at_venue: Type.Integer(),
  /** The smallest box around all known positions. */
  box: Type.Union([Box, Type.Null()]),
  /** Clusters in columns: each cluster's center, and its number of outlets by status. */
  clusters: Type.Object({
    lat: Type.Array(Type.Number()),
    lng: Type.Array(Type.Number()),
    online: Type.Array(Type.Integer()),
    late: Type.Array(Type.Integer()),
    offline: Type.Array(Type.Integer()),
    never: Type.Array(Type.Integer()),
    /** The zoom at which the cluster splits. Null if all its outlets are at one spot. */
    opens_at: Type.Array(Type.Union([Type.Integer(), Type.Null()])),
  }),
  /**
   * Number of times that the world is halved, in each direction, to get the grid cells. A cluster contains exactly the
   * outlets in its cell.
   */
  cells: Type.Integer(),
  /** Outlets shown individually, which are in no cluster. */
  outlets: OutletMap,
});
export type OutletClusters = Type.Static<typeof OutletClusters>;

/** Maximum number of outlets that a response shows individually. If there are more, the response has clusters. */
export const MOST_SINGLES = 500;

/**
 * Clusters the outlets in scope for a map at `zoom` (the world has 512 pixels at zoom 0). With the four sides, returns
 * only clusters that touch the box; across the date line, `west` may be greater than `east`. For the whole world,
 * clusters, single outlets and unlocated outlets add up to the total at every zoom. `status` and `position` restrict
 * the outlets.
 */
export const getOutletClusters = {
  method: 'GET',
  url: '/list/clusters',
  allowed: 'data',
  tokenScope: 'reports:read',
  summary: 'Get outlets in scope as map clusters and single markers',
  schema: {
    querystring: Type.Object(
      {
        cid: RangeQuery.cid,
        /** Default: 3. */
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
