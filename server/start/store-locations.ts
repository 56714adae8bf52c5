import type { Config } from '../config/config.ts';

/** Returns where a configuration's accounts are. */
export const accountsLocation = ({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>) =>
  databaseUrl === null ? { dataDir } : { databaseUrl };

/**
 * Returns the location of a configuration's events. Opening a cluster as a single server would return one node's rows
 * as if they were all rows.
 */
export const eventsLocation = ({
  dataDir,
  clickhouseUrl,
  clickhouseCluster: cluster,
}: Pick<Config, 'dataDir' | 'clickhouseUrl' | 'clickhouseCluster'>) =>
  clickhouseUrl === null ? { dataDir } : { clickhouseUrl, cluster };
