import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { MOST_OVERLAP_HOURS } from '#contract/access-keys.ts';
import { CSV_FILES, csvColumns, IMPORTED_KINDS, type ImportedKind } from '#contract/csv-columns.ts';
import { counted, NOUNS } from '#domain/counted.ts';
import { insertWithAudit } from '../administration/insert-with-audit.ts';
import { countDemoTraces, hasDemoTraces, removeDemoTraces } from '../databases/accounts/demo-traces.ts';
import { writeFact } from '../databases/accounts/installation-facts.ts';
import { createSecretBox } from '../keys/secret-box.ts';
import { askForJob } from '../maintenance/ask-for-job.ts';
import { ERASE_VISITOR, type ErasedVisitor } from '../visitors/erase-visitor-job.ts';
import { acceptMissingEvents, giveUpMissingEvents } from './accept-missing-events.ts';
import { issueKey, listKeys, revokeKey, rotateKey } from './access-key-commands.ts';
import { asCommandLine } from './admin-audit.ts';
import type { AdminContext, WithConfig, WithContext } from './admin-context.ts';
import { AdminError } from './admin-error.ts';
import { addAuditCommands } from './audit-commands.ts';
import { addCampaignCommands } from './campaign-commands.ts';
import { moveOutlet, setPaused, setPrice, setShare } from './change-terms.ts';
import { removeSecondFactor, setDisabled, setPassword } from './change-user-command.ts';
import { checkFigures } from './check-figures.ts';
import { addCopyCommands } from './copy-commands.ts';
import { createUser, printLoginLink } from './create-user-command.ts';
import { explainQuery } from './explain-query.ts';
import { importCommand } from './import-command.ts';
import { readPassword, type Terminal } from './read-password.ts';
import { removeEvents } from './remove-old-events.ts';
import { telling } from './telling.ts';

/**
 * Converts a demo installation to a real installation. The demo administrator's password is public, so everything that
 * grants access or moves money must be removed. This deletes accounts, sessions, invitations, mails and payout
 * accounts, revokes outlet keys, and ends pending payouts and refunds. The network, its events and its ledger stay.
 */
export async function leaveDemo(context: AdminContext, isSure: boolean): Promise<void> {
  const { accounts, config, print } = context;
  if (!(await hasDemoTraces(accounts)))
    throw new AdminError('This installation never had a demo, so there is nothing to remove.');
  const found = await countDemoTraces(accounts);
  const { accounts: users, mails, messages, keys } = found;
  const data = `${counted(users, ACCOUNT)}, ${counted(mails, NOUNS.mail)} and ${counted(messages, NOUNS.message)}`;
  const revoked = counted(keys, OUTLET_KEY);
  const kept =
    'Customers, venues, outlets, campaigns, prices, the ledger with its documents, and all events are kept. Payout accounts, pending payouts and the letterhead are removed.';
  if (!isSure) {
    print(`To be removed: ${data}. To be revoked: ${revoked}. ${kept}`);
    print(
      'Nothing was changed. To continue, stop the server, optionally copy the data, and run the command again with --yes.',
    );
    return;
  }
  await insertWithAudit(asCommandLine(context), async ({ tx, nowMs, note }) => {
    await removeDemoTraces(tx, nowMs);
    await note({ action: 'installation.left-demo', subject: 'demo', detail: found });
  });
  rmSync(join(config.dataDir, 'demo-keys.json'), { force: true });
  print(`Removed: ${data}. Revoked: ${revoked}. ${kept}`);
  print('Next: npm run admin -- create-admin, then start with NODE_ENV=production.');
}

const ACCOUNT = { one: 'account', other: 'accounts' };
const OUTLET_KEY = { one: 'outlet key', other: 'outlet keys' };

/** Erases all data that identifies a visitor, in the running server or in this process. */
export async function eraseVisitor(context: AdminContext, fingerprint: string): Promise<void> {
  const { accounts, config, now, print } = context;
  if (!/^[0-9a-f]{32}$/i.test(fingerprint) || /^0+$/.test(fingerprint))
    throw new AdminError('A fingerprint has 32 hexadecimal digits (0 to 9, a to f) that are not all 0.');
  // Encrypt the fingerprint, because the row stays in the accounts store until the job is done.
  const payload = createSecretBox(config, 'visitors').seal(fingerprint.toLowerCase());
  const outcome = await askForJob({ accounts, config, now, ...telling(print) }, { kind: ERASE_VISITOR, payload });
  if ('failure' in outcome) throw new AdminError(`The visitor was not erased. ${outcome.failure}`);
  const { events } = outcome.result as ErasedVisitor;
  print(
    events === 0
      ? 'No stored event has this fingerprint.'
      : `Erased the fingerprint, address and play token of ${counted(events, NOUNS.event)}. All figures are unchanged.`,
  );
  print('Later events of this visitor count, but are stored without identifiers.');
  print('Earlier backups still contain the data. Let them expire, and erase the visitor again after a restore.');
}

const HELP = `
Commands read the same environment variables as the server (DATA_DIR, DATABASE_URL, PUBLIC_URL, …). They work while the
server runs. Exit code: 0 done, 1 refused, 2 wrong usage, 3 unexpected failure.`;

/** Creates the program with all admin commands (docs/decisions.md#screens, #fixed-names). */
export function createProgram(withContext: WithContext, withConfig: WithConfig, terminal: Terminal): Command {
  const program = new Command('npm run admin --')
    .description('Administer a Voltboard installation.')
    .addHelpText('after', HELP)
    .showHelpAfterError('Add --help to see how to use a command.')
    .configureHelp({ sortSubcommands: false, showGlobalOptions: true });
  addUserCommands(program, withContext, terminal);
  addKeyCommands(program, withContext);
  addNetworkCommands(program, withContext);
  addCampaignCommands(program, withContext);
  addAuditCommands(program, withContext);
  addInstallationCommands(program, withContext);
  addCopyCommands(program, withContext, withConfig);
  return program;
}

type UserOptions = { email: string; name?: string; oneTimeLink?: true };

function addUserCommands(program: Command, withContext: WithContext, terminal: Terminal): void {
  const passwordOf = (options: UserOptions) => (options.oneTimeLink ? null : () => readPassword(terminal));
  const nameOf = ({ name }: UserOptions) => (name === undefined ? {} : { name });
  program
    .command('create-admin')
    .description('create an administrator; reads the password from a prompt or standard input')
    .requiredOption('--email <address>', 'address to sign in with')
    .option('--name <name>', 'first and last name')
    .option('--one-time-link', 'no password; print a link that signs in once')
    .action((options: UserOptions) =>
      withContext((context) =>
        createUser(context, { email: options.email, ...nameOf(options), role: 'admin', password: passwordOf(options) }),
      ),
    );
  program
    .command('create-user')
    .description('create an account for an owner or advertiser')
    .requiredOption('--email <address>', 'address to sign in with')
    .addOption(
      new Option('--role <role>', "'full' sees everything but cannot administer")
        .choices(['property', 'advertiser', 'full'])
        .makeOptionMandatory(),
    )
    .option('--customer <cid or name>', 'the customer that the account belongs to')
    .option('--name <name>', 'first and last name')
    .option('--one-time-link', 'no password; print a link that signs in once')
    .action((options: UserOptions & { role: 'property' | 'advertiser' | 'full'; customer?: string }) =>
      withContext((context) => {
        const customer = options.customer === undefined ? {} : { customer: options.customer };
        const { email, role } = options;
        return createUser(context, { email, ...nameOf(options), role, ...customer, password: passwordOf(options) });
      }),
    );
  program
    .command('login-link')
    .description('print a link that signs in to an account once, within 15 minutes')
    .requiredOption('--email <address>', 'the account')
    .action(({ email }: { email: string }) => withContext((context) => printLoginLink(context, email)));
  addAccountChanges(program, withContext, terminal);
}

function addAccountChanges(program: Command, withContext: WithContext, terminal: Terminal): void {
  program
    .command('set-password')
    .description('set a new password, read from a prompt or standard input; ends all sessions of the account')
    .requiredOption('--email <address>', 'the account')
    .action(({ email }: { email: string }) =>
      withContext((context) => setPassword(context, { email, password: () => readPassword(terminal) })),
    );
  program
    .command('remove-second-factor')
    .description(
      'remove the second factor if its app or passkeys and recovery codes are lost; ends all sessions of the account',
    )
    .requiredOption('--email <address>', 'the account')
    .action(({ email }: { email: string }) => withContext((context) => removeSecondFactor(context, email)));
  for (const [name, disabled, description] of [
    ['disable-user', true, 'block sign-in to an account and end its sessions'],
    ['enable-user', false, 'allow a disabled account to sign in again'],
  ] as const) {
    program
      .command(name)
      .description(description)
      .requiredOption('--email <address>', 'the account')
      .action(({ email }: { email: string }) => withContext((context) => setDisabled(context, email, disabled)));
  }
}

type MissingOptions = { week: string[]; giveUp?: boolean; all?: boolean; yes?: boolean };

function addInstallationCommands(program: Command, withContext: WithContext): void {
  program
    .command('adopt-events')
    .description('allow the next start with an accounts store and events store that do not match (after a data loss)')
    .action(() => withContext(adoptEvents));
  program
    .command('accept-missing-events')
    .description('confirm that events lost with a damaged part of the events store will not be restored')
    .addOption(
      new Option('--week <Monday>', 'only the week that starts on this Monday (2026-06-01); repeatable')
        .default([] as string[], 'all weeks')
        .argParser((week: string, weeks: string[]) => [...weeks, week]),
    )
    .option(
      '--give-up',
      'also discard other remaining copies of these events, so that RETENTION_MONTHS can proceed; prints the effect first',
    )
    .option('--all', 'with --give-up: all weeks with missing events')
    .option('--yes', 'with --give-up: confirm')
    .action(({ week: weeks, giveUp = false, yes: isConfirmed = false, all = false }: MissingOptions) =>
      withContext((context) =>
        giveUp ? giveUpMissingEvents(context, { weeks, all, isConfirmed }) : acceptMissingEvents(context, { weeks }),
      ),
    );
  program
    .command('check-figures')
    .description('compare sealed sums with the stored events week by week, and reseal those that differ')
    .option('--dry-run', 'only report differences; exits with code 1 if there are any')
    .action(({ dryRun = false }: { dryRun?: boolean }) => withContext((context) => checkFigures(context, dryRun)));
  program
    .command('explain-query')
    .description('print every SQL statement that a report sends to the events store; changes nothing')
    .argument('<query>', "the report's query, such as 'range=30d&metrics=views,revenue&dimensions=day,venue'")
    .option('--as <reader>', 'reader of the report: admin, owner:<cid or name> or advertiser:<cid or name>', 'admin')
    .action((query: string, { as }: { as: string }) => withContext((context) => explainQuery(context, { query, as })));
  program
    .command('erase-fingerprint')
    .description(
      "erase a visitor's identifiers (fingerprint, address and play tokens) from all events; figures do not change",
    )
    .argument('<fingerprint>', '32 hexadecimal digits, as views show them')
    .action((fingerprint: string) => withContext((context) => eraseVisitor(context, fingerprint)));
  program
    .command('remove-old-events')
    .description('remove single events older than RETENTION_MONTHS; quarter-hour sums stay, so figures do not change')
    .addOption(new Option('--months <months>', 'overrides RETENTION_MONTHS').argParser(wholeMonths))
    .option('--dry-run', 'only list the weeks to remove, with their number of events and bytes')
    .action(({ dryRun: isDry = false, ...options }: { dryRun?: boolean; months?: number }) =>
      withContext((context) => removeEvents(context, { isDry, ...options })),
    );
  program
    .command('leave-demo')
    .description('turn a demo installation into a real one: keeps the network, removes accounts, emails and keys')
    .option('--yes', 'confirm; without it, only lists what would be removed')
    .action(({ yes = false }: { yes?: boolean }) => withContext((context) => leaveDemo(context, yes)));
}

function addKeyCommands(program: Command, withContext: WithContext): void {
  program
    .command('issue-key')
    .description('create an access key that outlets report with; it is shown once')
    .option('--eui <EUI>', 'key for one outlet')
    .option('--customer <cid or name>', 'gateway key for all outlets of a customer')
    .option('--label <text>', 'a note for list-keys')
    .action((options: { eui?: string; customer?: string; label?: string }) =>
      withContext(async (context) => void (await issueKey(context, options))),
    );
  program
    .command('rotate-key')
    .description('replace a key; the old one keeps working during an overlap')
    .requiredOption('--prefix <characters>', "the old key's first ten characters, as shown by list-keys")
    .addOption(
      new Option('--overlap-hours <hours>', 'how long the old key keeps working, at most 720')
        .default(24)
        .argParser(wholeHours),
    )
    .action(({ prefix, overlapHours }: { prefix: string; overlapHours: number }) =>
      withContext((context) => rotateKey(context, prefix, overlapHours)),
    );
  program
    .command('revoke-key')
    .description('revoke a key immediately')
    .requiredOption('--prefix <characters>', "the key's first ten characters, as shown by list-keys")
    .action(({ prefix }: { prefix: string }) => withContext((context) => revokeKey(context, prefix)));
  program
    .command('list-keys')
    .description('list access keys with their first characters and last use')
    .action(() => withContext(listKeys));
}

function wholeHours(text: string): number {
  const hours = /^\d{1,3}$/.test(text) ? Number(text) : MOST_OVERLAP_HOURS + 1;
  if (hours <= MOST_OVERLAP_HOURS) return hours;
  throw new InvalidArgumentError(`Enter whole hours from 0 to ${MOST_OVERLAP_HOURS}.`);
}

function wholeMonths(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Enter whole months, such as 24.');
}

function addNetworkCommands(program: Command, withContext: WithContext): void {
  program
    .command('import')
    .description(`import ${IMPORTED_KINDS.map((kind) => `${kind}.csv`).join(', ')}, completely or not at all`)
    .argument('<file>', 'the CSV file; its name determines the kind unless --kind is set')
    .addOption(new Option('--kind <kind>', 'what the file contains').choices(IMPORTED_KINDS))
    .option('--dry-run', 'check everything, change nothing')
    .addHelpText('after', IMPORT_HELP)
    .action((file: string, options: { kind?: ImportedKind; dryRun?: true }) =>
      withContext((context) => importCommand(context, file, options)),
    );
  program
    .command('set-price')
    .description("set a flight's price from a date; earlier events keep their amounts")
    .requiredOption('--flight <code>', "the flight's code")
    .requiredOption('--model <model>', 'cpm, cpc, cpb or flat')
    .requiredOption(
      '--price <amount>',
      'per 1,000 views (charged in whole millionths per view), per click, per burn or per view',
    )
    .requiredOption('--from <date>', 'first day or time of the new price')
    .action((options: { flight: string; model: string; price: string; from: string }) =>
      withContext((context) => setPrice(context, options)),
    );
  for (const [name, paused, description] of [
    ['pause-flight', true, 'pause a flight from now on; events during the pause earn nothing'],
    ['resume-flight', false, 'resume a paused flight'],
  ] as const) {
    program
      .command(name)
      .description(description)
      .requiredOption('--flight <code>', "the flight's code")
      .action(({ flight }: { flight: string }) => withContext((context) => setPaused(context, { flight, paused })));
  }
  program
    .command('set-share')
    .description("set an owner's share of the recorded revenue from a date")
    .requiredOption('--customer <cid or name>', 'the owner')
    .requiredOption('--share <share>', 'such as 0.3 or 30%')
    .requiredOption('--from <date>', 'first day or time of the new share')
    .action((options: { customer: string; share: string; from: string }) =>
      withContext((context) => setShare(context, options)),
    );
  program
    .command('move-outlet')
    .description('move an outlet to another venue or owner from a date; its history does not change')
    .requiredOption('--eui <EUI>', 'the outlet')
    .requiredOption('--customer <cid or name>', 'the new owner')
    .requiredOption('--venue <name>', 'a venue of that owner')
    .requiredOption('--from <date>', "first day or time there, in the venue's time zone")
    .action((options: { eui: string; customer: string; venue: string; from: string }) =>
      withContext((context) => moveOutlet(context, options)),
    );
}

/**
 * Lets the next start adopt the events store for this installation without reusing numbers (pair-stores.ts). The next
 * start must happen within an hour.
 */
export async function adoptEvents({
  accounts,
  now,
  print,
}: Pick<AdminContext, 'accounts' | 'now' | 'print'>): Promise<void> {
  await accounts.transaction().execute((tx) => writeFact(tx, 'adopt-events', String(now())));
  print(
    'If the server starts within an hour, it adopts the events store even if the store does not match these accounts.',
  );
}

const WIDTH = 14;

/** Returns a help text with the file's columns, one per line; optional columns are in brackets. */
function helpOf(kind: ImportedKind): string {
  const lines = Object.entries(csvColumns(kind)).flatMap(([name, { need, meaning, form }]) =>
    need === 'export' ? [] : `    ${(need === 'required' ? name : `[${name}]`).padEnd(WIDTH)} ${meaning}: ${form}`,
  );
  return [`  ${kind}.csv: ${CSV_FILES[kind].about}`, ...lines].join('\n');
}

const IMPORT_HELP = `
The first line of a file names its columns, in any order. Columns in brackets are optional. UTF-8; comma, semicolon or tab.
Numbers have a decimal point or comma; dates look like 2026-12-01 or 21.10.2026. Ambiguous values are refused.

${IMPORTED_KINDS.map(helpOf).join('\n\n')}

Import in the order above. User files may keep export-only columns. A price per 1,000 views (cpm) is charged in whole
millionths per view. If rounding changes it by more than 0.1%, it is refused, with the nearest exact prices.
Either the whole file is imported or nothing, even if interrupted (Ctrl-C). Importing the same file again changes nothing.
A file has at most 200,000 lines and 64 MiB. For examples with every column, see docs/examples.`;
