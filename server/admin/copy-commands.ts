import type { Command } from 'commander';
import type { WithConfig, WithContext } from './admin-context.ts';
import { backupCommand } from './backup-command.ts';
import { migrateCommand } from './migrate-command.ts';
import { moveCommand } from './move-command.ts';
import { restoreCommand } from './restore-command.ts';

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
