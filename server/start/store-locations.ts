import type { Config } from '../config/config.ts';

/** Location of a configuration's accounts. */
export const accountsLocation = ({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>) =>
  databaseUrl === null ? { dataDir } : { databaseUrl };

/** Location of its events. Opening a cluster as a single server would show one node's rows as all rows. */
export const eventsLocation = ({
  dataDir,
  clickhouseUrl,
  clickhouseCluster: cluster,
}: Pick<Config, 'dataDir' | 'clickhouseUrl' | 'clickhouseCluster'>) =>
  clickhouseUrl === null ? { dataDir } : { clickhouseUrl, cluster };
