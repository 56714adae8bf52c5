import { move } from '../copies/move.ts';
import { lockDataFolder } from '../databases/data-folder-lock.ts';
import type { ConfigContext } from './admin-context.ts';
import { AdminError } from './admin-error.ts';

type MoveOptions = {
  readonly toDatabase: string;
  readonly toClickhouse: string;
  readonly toCluster?: string;
  readonly toNodes?: string[];
};

/**
 * Moves the data from the data folder to servers. It prints the remaining manual steps, because it cannot change
 * settings.
 */
export async function moveCommand(
  { config, print }: ConfigContext,
  { toDatabase, toClickhouse, toCluster, toNodes = [] }: MoveOptions,
) {
  if (config.databaseUrl !== null || config.clickhouseUrl !== null)
    throw new AdminError(
      'This installation is on servers already: DATABASE_URL or CLICKHOUSE_URL is set. Use backup and restore.',
    );
  if (!/^postgres(ql)?:\/\//.test(toDatabase) || !URL.canParse(toDatabase))
    throw new AdminError(
      '--to-database is no address of PostgreSQL, such as postgresql://user:password@host/voltboard.',
    );
  if (!/^https?:\/\//.test(toClickhouse) || !URL.canParse(toClickhouse))
    throw new AdminError(
      '--to-clickhouse is no address of ClickHouse, such as http://user:password@host:8123/voltboard.',
    );
  const unlock = lockDataFolder(config.dataDir);
  try {
    const clickhouseCluster = toCluster === undefined ? null : { name: toCluster, nodes: toNodes };
    const servers = { databaseUrl: toDatabase, clickhouseUrl: toClickhouse, clickhouseCluster };
    await move(config.dataDir, servers, print);
  } finally {
    unlock();
  }
  print('Moved and compared. The data folder is as it was; the servers are an installation of their own from now on.');
  if (toCluster !== undefined) print(`Set CLICKHOUSE_CLUSTER=${toCluster} as well.`);
  print('Start the product with DATABASE_URL and CLICKHOUSE_URL set to these addresses, and with');
  const secret = config.hasOwnSecret
    ? 'the same SESSION_SECRET as now'
    : `SESSION_SECRET set to what stands in ${config.dataDir}/session-secret`;
  print(`${secret}. Never start the old one again.`);
}
