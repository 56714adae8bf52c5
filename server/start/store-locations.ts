import type { Config } from '../config/config.ts';

/** Where the accounts of a configuration are. */
export const accountsLocation = ({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>) =>
  databaseUrl === null ? { dataDir } : { databaseUrl };

/** Where its events are: a cluster opened as one server would show that node's rows for all. */
export const eventsLocation = ({
  dataDir,
  clickhouseUrl,
  clickhouseCluster: cluster,
}: Pick<Config, 'dataDir' | 'clickhouseUrl' | 'clickhouseCluster'>) =>
  clickhouseUrl === null ? { dataDir } : { clickhouseUrl, cluster };
