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
A backup holds everything, encrypted and signed with BACKUP_KEY; without BACKUP_KEY with SESSION_SECRET. Neither key is part of it:
keep the key somewhere else, since nothing can be restored without it. Other settings of the environment are not part of it either.`;

const RESTORE_HELP = `
Set BACKUP_KEY, or SESSION_SECRET where the backup was made without one, to that of the installation the backup was made of.`;

export function addCopyCommands(program: Command, withContext: WithContext, withConfig: WithConfig): void {
  program
    .command('migrate')
    .description('bring the tables of both stores to this version, as a step before it starts (with MIGRATE=wait)')
    .action(() => withConfig(migrateCommand));
  program
    .command('backup')
    .description('write everything into a new folder or S3 prefix, while the product runs; whole or not at all')
    .argument(
      '[address]',
      'a new or empty folder, or s3://bucket/prefix; default: in BACKUP_TO, and removes what BACKUP_KEEP does not keep',
    )
    .addHelpText('after', SECRETS_HELP)
    .action((folder?: string) => withContext((context) => backupCommand(context, folder)));
  program
    .command('restore')
    .description('fill an empty installation from a backup, and compare all sums; the product must be stopped')
    .argument('<address>', 'what backup wrote: a folder, or s3://bucket/prefix')
    .option('--audit-head <hash>', 'refuse any other backup than the one that printed this hash')
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
      'copy an embedded installation to empty databases of servers, and compare all sums; the product must be stopped',
    )
    .requiredOption('--to-database <url>', 'postgresql://user:password@host:5432/database')
    .requiredOption('--to-clickhouse <url>', 'http://user:password@host:8123/database')
    .option('--to-cluster <name>', 'spread the events over the shards of this cluster, as CLICKHOUSE_CLUSTER does')
    .option('--to-nodes <urls...>', 'HTTP addresses of all its nodes, where their ports differ')
    .action((options: { toDatabase: string; toClickhouse: string; toCluster?: string; toNodes?: string[] }) =>
      withConfig((context) => moveCommand(context, options)),
    );
}

async function restoreCommand({ config, print }: ConfigContext, address: string, trust: Trust): Promise<void> {
  const unlock = lockDataFolder(config.dataDir);
  try {
    const { totals } = await restore(await openPlace(address, config), config, trust, print);
    print(`Restored and compared: ${sumsLine(totals)}. Start the product.`);
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
  names.length === 0 ? 'up to date already.' : `up to date, applied ${names.join(', ')}.`;

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

/**
 * Makes a backup, in the server process if that process has the events store open, otherwise in this process. Without
 * an address, makes the same backup as the schedule.
 */
async function backupCommand(context: AdminContext, address?: string): Promise<void> {
  if (address !== undefined) return backUpTo(context, placeName(address));
  const { config, accounts, now, print } = context;
  if (config.backupTo === null) throw new AdminError('Name a folder or s3://bucket/prefix, or set BACKUP_TO.');
  const shelf = placeName(config.backupTo);
  await backUpTo(context, newBackupAddress(shelf, now()));
  await removeExpired(config, shelf, await readFact(accounts, 'installation'), print);
}

async function backUpTo(context: AdminContext, folder: string): Promise<void> {
  const { totals, kept, audit } = await backUpByWhom(context, folder);
  const { print, config } = context;
  print(`Backed up into ${folder}: ${sumsLine(totals)}.`);
  if (audit !== undefined)
    print(
      `Audit log: entry ${audit.seq}, hash ${audit.hash}. Note it elsewhere; restore --audit-head ${audit.hash} proves that it is this backup.`,
    );
  if (kept.includes('session-secret')) print('It opens with BACKUP_KEY only: keep the key somewhere else.');
  else if (config.backupKey !== null)
    print('It opens with BACKUP_KEY only, and SESSION_SECRET is not part of it: keep both somewhere else.');
  else
    print(
      `It opens with the session secret only (${config.hasOwnSecret ? 'SESSION_SECRET' : `the file session-secret in ${config.dataDir}`}), which is not part of it: keep a copy somewhere else. Without it nothing can be restored.`,
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
  print('The server that runs makes the backup; events go on coming in.');
  const onNote = ({ progress }: BackupProgress) => {
    if (progress !== undefined) print(progress);
  };
  const outcome = await askForJob({ ...context, ...telling(print), onNote }, { kind: BACK_UP, payload: folder });
  if ('failure' in outcome) throw new AdminError(outcome.failure);
  return outcome.result as BackedUp;
}
