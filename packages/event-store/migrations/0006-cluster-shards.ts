import type { Migration } from './table-template.ts';

/**
 * On each node of a cluster: the number of shards over which the outlets were spread when the node got its tables. With
 * another number, a resent event would be sent to a different shard than the first time.
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
