import type { Migration } from './table-template.ts';

/**
 * On each node of a cluster, over how many shards the outlets were spread when it got its tables: with another number, an
 * event that is sent again would go elsewhere than the first time.
 */
export const createClusterShards: Migration = {
  name: '0006-cluster-shards',
  statements: ({ cluster }) =>
    cluster === null
      ? []
      : [
          `CREATE TABLE IF NOT EXISTS cluster_shards (shards UInt32, made_at DateTime('UTC') DEFAULT now())
            ENGINE = MergeTree ORDER BY tuple() SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`,
        ],
};
