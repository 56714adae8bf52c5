import type { Command } from 'commander';
import { openEvents, openEventsEngine } from '#event-store/operations.ts';
import { backUpHere } from '../copies/back-up-here.ts';
import { BACK_UP, type BackedUp, type BackupProgress } from '../copies/backup-job.ts';
import { newBackupAddress, removeExpired } from '../copies/backup-shelf.ts';
import { move } from '../copies/move.ts';
import { openPlace, placeName } from '../copies/open-place.ts';
import type { Trust } from '../copies/read-folder.ts';
import { refuseUnfinishedCopy } from '../copies/refuse-unfinished-copy.ts';
import { restore } from '../copies/restore.ts';
import { createSealLedger } from '../databases/accounts/create-seal-ledger.ts';
import { readFact } from '../databases/accounts/installation-facts.ts';
import { migrateAccounts, openAccounts, pendingMigrations } from '../databases/accounts/open-accounts.ts';
import { lockDataFolder, lockUnlessInUse } from '../databases/data-folder-lock.ts';
import { askForJob } from '../maintenance/ask-for-job.ts';
import { letOlderStop } from '../start/migrate-stores.ts';
import { accountsLocation, eventsLocation } from '../start/store-locations.ts';
import type { AdminContext, ConfigContext, WithConfig, WithContext } from './admin-context.ts';
import { AdminError } from './admin-error.ts';
import { sumsLine } from './sums-line.ts';
import { telling } from './telling.ts';

const SECRETS_HELP = `
A backup contains everything, encrypted and signed with BACKUP_KEY, or with SESSION_SECRET if BACKUP_KEY is not set. It contains neither key.
Keep the key somewhere else: nothing can be restored without it. The backup does not contain other environment settings either.`;

const RESTORE_HELP = `
Set BACKUP_KEY, or SESSION_SECRET if the backup was made without BACKUP_KEY, to the value from the installation that made the backup.`;

export function addCopyCommands(program: Command, withContext: WithContext, withConfig: WithConfig): void {
  program
    .command('migrate')
    .description('migrate both stores to this version before it starts (with MIGRATE=wait)')
    .action(() => withConfig(migrateCommand));
  program
    .command('backup')
    .description('back up everything to a new folder or S3 prefix while the server runs; complete or not at all')
    .argument(
      '[address]',
      'a new or empty folder, or s3://bucket/prefix; default: a new one in BACKUP_TO, and backups beyond BACKUP_KEEP are removed',
    )
    .addHelpText('after', SECRETS_HELP)
    .action((folder?: string) => withContext((context) => backupCommand(context, folder)));
  program
    .command('restore')
    .description('restore a backup into an empty installation and compare all sums; the server must be stopped')
    .argument('<address>', 'the backup: a folder, or s3://bucket/prefix')
    .option('--audit-head <hash>', 'accept only the backup that printed this hash')
    .option(
      '--trust-unsigned-backup',
      'DANGER: restore a backup without a signature. Anyone who could write to it may have made themselves an administrator or changed shares and amounts',
    )
    .addHelpText('after', RESTORE_HELP)
    .action((folder: string, options: { auditHead?: string; trustUnsignedBackup?: true }) =>
      withConfig((context) =>
        restoreCommand(context, folder, {
          trustUnsigned: options.trustUnsignedBackup === true,
          ...(options.auditHead === undefined ? {} : { auditHead: options.auditHead }),
        }),
      ),
    );
  program
    .command('move')
    .description(
      'copy an embedded installation to empty server databases and compare all sums; the server must be stopped',
    )
    .requiredOption('--to-database <url>', 'postgresql://user:password@host:5432/database')
    .requiredOption('--to-clickhouse <url>', 'http://user:password@host:8123/database')
    .option('--to-cluster <name>', 'distribute the events over the shards of this cluster, as CLICKHOUSE_CLUSTER does')
    .option('--to-nodes <urls...>', 'HTTP addresses of all its nodes, if their ports differ')
    .action((options: { toDatabase: string; toClickhouse: string; toCluster?: string; toNodes?: string[] }) =>
      withConfig((context) => moveCommand(context, options)),
    );
}

async function restoreCommand({ config, print }: ConfigContext, address: string, trust: Trust): Promise<void> {
  const unlock = lockDataFolder(config.dataDir);
  try {
    const { totals } = await restore(await openPlace(address, config), config, trust, print);
    print(`Restored and compared: ${sumsLine(totals)}. Start the server.`);
  } finally {
    unlock();
  }
}

/**
 * Migrates both stores to this version; does nothing if they are up to date. Other processes may keep using server
 * stores during the migration, but not embedded stores. Throws if a newer version has already migrated the stores.
 */
async function migrateCommand({ config, print }: ConfigContext): Promise<void> {
  const unlock = lockDataFolder(config.dataDir);
  try {
    const accounts = await openAccounts(accountsLocation(config));
    try {
      await refuseUnfinishedCopy(accounts);
      const missing = await pendingMigrations(accounts);
      await letOlderStop(config, accounts, print);
      await migrateAccounts(accounts);
      print(`Accounts store: ${stepsOf(missing)}`);
      const before = await openEventsEngine(eventsLocation(config));
      const pending = await before.pending().finally(() => before.engine.close());
      const ledger = createSealLedger(accounts, config.clickhouseUrl !== null);
      await (await openEvents(eventsLocation(config), ledger, Date.now, print)).close();
      print(`Events store: ${stepsOf(pending)}`);
    } finally {
      await accounts.destroy();
    }
  } finally {
    unlock();
  }
}

const stepsOf = (names: readonly string[]): string =>
  names.length === 0 ? 'already up to date.' : `up to date, applied ${names.join(', ')}.`;

type MoveOptions = {
  readonly toDatabase: string;
  readonly toClickhouse: string;
  readonly toCluster?: string;
  readonly toNodes?: string[];
};

/**
 * Moves the data from the data folder to database servers. The command can't change settings, so it prints the
 * remaining manual steps.
 */
async function moveCommand(
  { config, print }: ConfigContext,
  { toDatabase, toClickhouse, toCluster, toNodes = [] }: MoveOptions,
) {
  if (config.databaseUrl !== null || config.clickhouseUrl !== null)
    throw new AdminError(
      'This installation already uses server databases: DATABASE_URL or CLICKHOUSE_URL is set. Use backup and restore.',
    );
  if (!/^postgres(ql)?:\/\//.test(toDatabase) || !URL.canParse(toDatabase))
    throw new AdminError(
      '--to-database must be a PostgreSQL address, such as postgresql://user:password@host/voltboard.',
    );
  if (!/^https?:\/\//.test(toClickhouse) || !URL.canParse(toClickhouse))
    throw new AdminError(
      '--to-clickhouse must be a ClickHouse address, such as http://user:password@host:8123/voltboard.',
    );
  const unlock = lockDataFolder(config.dataDir);
  try {
    const clickhouseCluster = toCluster === undefined ? null : { name: toCluster, nodes: toNodes };
    const servers = { databaseUrl: toDatabase, clickhouseUrl: toClickhouse, clickhouseCluster };
    await move(config.dataDir, servers, print);
  } finally {
    unlock();
  }
  print('Moved and compared. The data folder is unchanged. The server databases are now a separate installation.');
  if (toCluster !== undefined) print(`Also set CLICKHOUSE_CLUSTER=${toCluster}.`);
  print('Start the server with DATABASE_URL and CLICKHOUSE_URL set to these addresses, and with');
  const secret = config.hasOwnSecret
    ? 'the same SESSION_SECRET as now'
    : `SESSION_SECRET set to the content of ${config.dataDir}/session-secret`;
  print(`${secret}. Never start the old installation again.`);
}

/**
 * Makes a backup, in the server process if that process has the events store open, otherwise in this process. Without
 * an address, makes the same backup as the schedule.
 */
async function backupCommand(context: AdminContext, address?: string): Promise<void> {
  if (address !== undefined) return backUpTo(context, placeName(address));
  const { config, accounts, now, print } = context;
  if (config.backupTo === null) throw new AdminError('Specify a folder or s3://bucket/prefix, or set BACKUP_TO.');
  const shelf = placeName(config.backupTo);
  await backUpTo(context, newBackupAddress(shelf, now()));
  await removeExpired(config, shelf, await readFact(accounts, 'installation'), print);
}

async function backUpTo(context: AdminContext, folder: string): Promise<void> {
  const { totals, kept, audit } = await backUpByWhom(context, folder);
  const { print, config } = context;
  print(`Backed up to ${folder}: ${sumsLine(totals)}.`);
  if (audit !== undefined)
    print(
      `Audit log: entry ${audit.seq}, hash ${audit.hash}. Keep the hash somewhere else; restore --audit-head ${audit.hash} verifies that it is this backup.`,
    );
  if (kept.includes('session-secret')) print('It can be restored only with BACKUP_KEY. Keep the key somewhere else.');
  else if (config.backupKey !== null)
    print('It can be restored only with BACKUP_KEY and does not contain SESSION_SECRET. Keep both somewhere else.');
  else
    print(
      `It can be restored only with the session secret (${config.hasOwnSecret ? 'SESSION_SECRET' : `the file session-secret in ${config.dataDir}`}), which it does not contain. Keep a copy somewhere else: nothing can be restored without it.`,
    );
}

async function backUpByWhom(context: AdminContext, folder: string): Promise<BackedUp> {
  const { config, print } = context;
  if (config.clickhouseUrl !== null) return backUpHere(context, folder, print);
  const unlock = lockUnlessInUse(config.dataDir);
  if (unlock === null) return askServer(context, folder);
  try {
    return await backUpHere(context, folder, print);
  } finally {
    unlock();
  }
}

async function askServer(context: AdminContext, folder: string): Promise<BackedUp> {
  const { print } = context;
  print('The running server makes the backup and keeps accepting events.');
  const onNote = ({ progress }: BackupProgress) => {
    if (progress !== undefined) print(progress);
  };
  const outcome = await askForJob({ ...context, ...telling(print), onNote }, { kind: BACK_UP, payload: folder });
  if ('failure' in outcome) throw new AdminError(outcome.failure);
  return outcome.result as BackedUp;
}
