import type { Config } from '../config/config.ts';

/** Returns where a configuration's accounts are. */
export const accountsLocation = ({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>) =>
  databaseUrl === null ? { dataDir } : { databaseUrl };

/**
 * Returns where a configuration's events are. Opening a cluster as a single server would show one node's rows as all
 * rows.
 */
export const eventsLocation = ({
  dataDir,
  clickhouseUrl,
  clickhouseCluster: cluster,
}: Pick<Config, 'dataDir' | 'clickhouseUrl' | 'clickhouseCluster'>) =>
  clickhouseUrl === null ? { dataDir } : { clickhouseUrl, cluster };
