import type { Command } from 'commander';
import type { WithConfig, WithContext } from './admin-context.ts';
import { backupCommand } from './backup-command.ts';
import { moveCommand } from './move-command.ts';
import { restoreCommand } from './restore-command.ts';

const SECRETS_HELP = `
A backup holds everything: accounts, password hashes, sessions and the session secret. Keep it as private as the data folder.
It does not hold SESSION_SECRET and other settings of the environment.`;

export function addCopyCommands(program: Command, withContext: WithContext, withConfig: WithConfig): void {
  program
    .command('backup')
    .description('write everything into a new folder, while the product runs; whole or not at all')
    .argument('<folder>', 'a new or empty folder on this machine')
    .addHelpText('after', SECRETS_HELP)
    .action((folder: string) => withContext((context) => backupCommand(context, folder)));
  program
    .command('restore')
    .description('fill an empty installation from a backup, and compare all sums; the product must be stopped')
    .argument('<folder>', 'what backup wrote')
    .action((folder: string) => withConfig((context) => restoreCommand(context, folder)));
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
