import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { MOST_OVERLAP_HOURS } from '#contract/access-keys.ts';
import { CSV_FILES, csvColumns, IMPORTED_KINDS, type ImportedKind } from '#contract/csv-columns.ts';
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
  if (!(await hasDemoTraces(accounts))) throw new AdminError('This installation never held a demo: nothing to leave.');
  const found = await countDemoTraces(accounts);
  const what = `${found.accounts} accounts, ${found.mails} mails and ${found.messages} messages go, ${found.keys} keys of outlets end`;
  const kept =
    'customers, venues, outlets, campaigns, prices, books with their documents and all events stay; accounts that owners are paid to, payouts on their way and the letterhead do not';
  if (!isSure) {
    print(`${capital(what)}; ${kept}.`);
    print(
      'Nothing was changed. Stop the server, make a copy of the data if you want one, and say it again with --yes.',
    );
    return;
  }
  await insertWithAudit(asCommandLine(context), async ({ tx, nowMs, note }) => {
    await removeDemoTraces(tx, nowMs);
    await note({ action: 'installation.left-demo', subject: 'demo', detail: found });
  });
  rmSync(join(config.dataDir, 'demo-keys.json'), { force: true });
  print(`${capital(what.replace(' go,', ' are gone,').replace(/ end$/, ' have ended'))}; ${kept}.`);
  print('Next: npm run admin -- create-admin, then start with NODE_ENV=production.');
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Erases all data that identifies a visitor, in the running server or in this process. */
export async function eraseVisitor(context: AdminContext, fingerprint: string): Promise<void> {
  const { accounts, config, now, print } = context;
  if (!/^[0-9a-f]{32}$/i.test(fingerprint) || /^0+$/.test(fingerprint))
    throw new AdminError('A fingerprint is 32 hexadecimal digits (0 to 9, a to f), not all of them 0.');
  // Encrypt the fingerprint, because the row stays in the accounts store until the job is done.
  const payload = createSecretBox(config, 'visitors').seal(fingerprint.toLowerCase());
  const outcome = await askForJob({ accounts, config, now, ...telling(print) }, { kind: ERASE_VISITOR, payload });
  if ('failure' in outcome) throw new AdminError(`Not erased. ${outcome.failure}`);
  const { events } = outcome.result as ErasedVisitor;
  print(
    events === 0
      ? 'No stored event has this fingerprint.'
      : `Erased: fingerprint, address and play token of ${events} ${events === 1 ? 'event' : 'events'}. All figures stay as they were.`,
  );
  print('Later events of this visitor are counted, and stored without what names them.');
  print('Backups made before today still hold it: let them expire, and erase again after a restore.');
}

const HELP = `
Settings come from the same environment as the server's (DATA_DIR, DATABASE_URL, PUBLIC_URL, …). Commands work while the
server runs. Exit code: 0 done, 1 refused, 2 wrong usage, 3 unexpected failure.`;

/** Creates the program with all admin commands (docs/decisions.md#screens, #fixed-names). */
export function createProgram(withContext: WithContext, withConfig: WithConfig, terminal: Terminal): Command {
  const program = new Command('npm run admin --')
    .description('Administer a Voltboard installation.')
    .addHelpText('after', HELP)
    .showHelpAfterError('Add --help to see how a command is used.')
    .configureHelp({ sortSubcommands: false, showGlobalOptions: true });
  addUserCommands(program, withContext, terminal);
  addKeyCommands(program, withContext);
  addNetworkCommands(program, withContext);
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
    .description('make an administrator; the password comes from a prompt or from standard input')
    .requiredOption('--email <address>', 'address to sign in with')
    .option('--name <name>', 'first and last name')
    .option('--one-time-link', 'no password: print a link that signs in once')
    .action((options: UserOptions) =>
      withContext((context) =>
        createUser(context, { email: options.email, ...nameOf(options), role: 'admin', password: passwordOf(options) }),
      ),
    );
  program
    .command('create-user')
    .description('make an account of an owner or advertiser')
    .requiredOption('--email <address>', 'address to sign in with')
    .addOption(
      new Option('--role <role>', "'full' sees everything but administers nothing")
        .choices(['property', 'advertiser', 'full'])
        .makeOptionMandatory(),
    )
    .option('--customer <cid or name>', 'the customer it belongs to')
    .option('--name <name>', 'first and last name')
    .option('--one-time-link', 'no password: print a link that signs in once')
    .action((options: UserOptions & { role: 'property' | 'advertiser' | 'full'; customer?: string }) =>
      withContext((context) => {
        const customer = options.customer === undefined ? {} : { customer: options.customer };
        const { email, role } = options;
        return createUser(context, { email, ...nameOf(options), role, ...customer, password: passwordOf(options) });
      }),
    );
  program
    .command('login-link')
    .description('print a link that signs an account in once, within 15 minutes')
    .requiredOption('--email <address>', 'the account')
    .action(({ email }: { email: string }) => withContext((context) => printLoginLink(context, email)));
  addAccountChanges(program, withContext, terminal);
}

function addAccountChanges(program: Command, withContext: WithContext, terminal: Terminal): void {
  program
    .command('set-password')
    .description('give an account a new password, from a prompt or from standard input; ends its sessions')
    .requiredOption('--email <address>', 'the account')
    .action(({ email }: { email: string }) =>
      withContext((context) => setPassword(context, { email, password: () => readPassword(terminal) })),
    );
  program
    .command('remove-second-factor')
    .description('for an account whose app or passkeys and recovery codes are lost; ends its sessions')
    .requiredOption('--email <address>', 'the account')
    .action(({ email }: { email: string }) => withContext((context) => removeSecondFactor(context, email)));
  for (const [name, disabled, description] of [
    ['disable-user', true, 'keep an account from signing in and end its sessions'],
    ['enable-user', false, 'let a disabled account sign in again'],
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
    .description('let the next start go on with accounts and events that do not belong together (after a loss)')
    .action(() => withContext(adoptEvents));
  program
    .command('accept-missing-events')
    .description('say that events which a broken part of the events store lost will not be restored')
    .addOption(
      new Option('--week <Monday>', 'only of the week from that day (2026-06-01); may be given several times')
        .default([] as string[], 'all of them')
        .argParser((week: string, weeks: string[]) => [...weeks, week]),
    )
    .option(
      '--give-up',
      'also give up what other places still have of them, so that RETENTION_MONTHS goes on: prints what it costs first',
    )
    .option('--all', 'with --give-up: of all weeks that miss events')
    .option('--yes', 'with --give-up: do it, knowing what it costs')
    .action(({ week: weeks, giveUp = false, yes: isConfirmed = false, all = false }: MissingOptions) =>
      withContext((context) =>
        giveUp ? giveUpMissingEvents(context, { weeks, all, isConfirmed }) : acceptMissingEvents(context, { weeks }),
      ),
    );
  program
    .command('check-figures')
    .description('compare sealed sums with the stored events, week by week, and seal anew what differs')
    .option('--dry-run', 'only say what differs; the exit code is 1 then')
    .action(({ dryRun = false }: { dryRun?: boolean }) => withContext((context) => checkFigures(context, dryRun)));
  program
    .command('explain-query')
    .description('print every statement that a report sends to the events store; changes nothing')
    .argument('<query>', "the report's query, such as 'range=30d&metrics=views,revenue&dimensions=day,venue'")
    .option('--as <reader>', 'whose report: admin, owner:<cid or name> or advertiser:<cid or name>', 'admin')
    .action((query: string, { as }: { as: string }) => withContext((context) => explainQuery(context, { query, as })));
  program
    .command('erase-fingerprint')
    .description('erase what names a visitor: fingerprint, address and play tokens of all events; figures stay')
    .argument('<fingerprint>', '32 hexadecimal digits, as views show them')
    .action((fingerprint: string) => withContext((context) => eraseVisitor(context, fingerprint)));
  program
    .command('remove-old-events')
    .description('remove single events older than RETENTION_MONTHS; sums by quarter hour stay, and so all figures do')
    .addOption(new Option('--months <months>', 'instead of RETENTION_MONTHS').argParser(wholeMonths))
    .option('--dry-run', 'only say which weeks would leave, with how many events and bytes')
    .action(({ dryRun: isDry = false, ...options }: { dryRun?: boolean; months?: number }) =>
      withContext((context) => removeEvents(context, { isDry, ...options })),
    );
  program
    .command('leave-demo')
    .description('make a real installation of one that held a demo: the network stays, accounts, mails and keys go')
    .option('--yes', 'do it; without it only what would go is said')
    .action(({ yes = false }: { yes?: boolean }) => withContext((context) => leaveDemo(context, yes)));
}

function addKeyCommands(program: Command, withContext: WithContext): void {
  program
    .command('issue-key')
    .description('make a key that outlets report with; it is shown once')
    .option('--eui <EUI>', 'key of one outlet')
    .option('--customer <cid or name>', 'gateway key for all outlets of a customer')
    .option('--label <text>', 'a note for list-keys')
    .action((options: { eui?: string; customer?: string; label?: string }) =>
      withContext(async (context) => void (await issueKey(context, options))),
    );
  program
    .command('rotate-key')
    .description('make a successor of a key; the old one works on for a while')
    .requiredOption('--prefix <characters>', "the old key's first ten characters, as list-keys shows them")
    .addOption(
      new Option('--overlap-hours <hours>', 'how long the old key still works, 720 at most')
        .default(24)
        .argParser(wholeHours),
    )
    .action(({ prefix, overlapHours }: { prefix: string; overlapHours: number }) =>
      withContext((context) => rotateKey(context, prefix, overlapHours)),
    );
  program
    .command('revoke-key')
    .description('end a key at once')
    .requiredOption('--prefix <characters>', 'its first ten characters, as list-keys shows them')
    .action(({ prefix }: { prefix: string }) => withContext((context) => revokeKey(context, prefix)));
  program
    .command('list-keys')
    .description('list keys by their first characters, with their last use')
    .action(() => withContext(listKeys));
}

function wholeHours(text: string): number {
  const hours = /^\d{1,3}$/.test(text) ? Number(text) : MOST_OVERLAP_HOURS + 1;
  if (hours <= MOST_OVERLAP_HOURS) return hours;
  throw new InvalidArgumentError(`Write whole hours from 0 to ${MOST_OVERLAP_HOURS}.`);
}

function wholeMonths(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Write whole months, such as 24.');
}

function addNetworkCommands(program: Command, withContext: WithContext): void {
  program
    .command('import')
    .description(`import ${IMPORTED_KINDS.map((kind) => `${kind}.csv`).join(', ')}, as a whole or not at all`)
    .argument('<file>', 'the CSV file; its name says the kind unless --kind does')
    .addOption(new Option('--kind <kind>', 'what the file holds').choices(IMPORTED_KINDS))
    .option('--dry-run', 'check everything, change nothing')
    .addHelpText('after', IMPORT_HELP)
    .action((file: string, options: { kind?: ImportedKind; dryRun?: true }) =>
      withContext((context) => importCommand(context, file, options)),
    );
  program
    .command('set-price')
    .description("a flight's new price from a date on; what was counted before keeps its amount")
    .requiredOption('--flight <code>', "the flight's code")
    .requiredOption('--model <model>', 'cpm, cpc, cpb or flat')
    .requiredOption(
      '--price <amount>',
      'per 1,000 views (charged in whole millionths a view), per click, per burn or per view',
    )
    .requiredOption('--from <date>', 'first day or moment of the new price')
    .action((options: { flight: string; model: string; price: string; from: string }) =>
      withContext((context) => setPrice(context, options)),
    );
  for (const [name, paused, description] of [
    ['pause-flight', true, 'hold a flight from now on: what is reported of the time it is held earns nothing'],
    ['resume-flight', false, 'let a held flight run on from now'],
  ] as const) {
    program
      .command(name)
      .description(description)
      .requiredOption('--flight <code>', "the flight's code")
      .action(({ flight }: { flight: string }) => withContext((context) => setPaused(context, { flight, paused })));
  }
  program
    .command('set-share')
    .description("an owner's share of the recorded revenue from a date on")
    .requiredOption('--customer <cid or name>', 'the owner')
    .requiredOption('--share <share>', 'such as 0.3 or 30%')
    .requiredOption('--from <date>', 'first day or moment of the new share')
    .action((options: { customer: string; share: string; from: string }) =>
      withContext((context) => setShare(context, options)),
    );
  program
    .command('move-outlet')
    .description('put an outlet at another venue or owner from a date on; its history stays where it is')
    .requiredOption('--eui <EUI>', 'the outlet')
    .requiredOption('--customer <cid or name>', 'the owner it goes to')
    .requiredOption('--venue <name>', 'a venue of that owner')
    .requiredOption('--from <date>', "first day or moment there, in the venue's time zone")
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
    'The next start of the server within an hour adopts the events store, if it does not belong to these accounts.',
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
The first line of a file names its columns, in any order; those in brackets may be left out. UTF-8; comma, semicolon or tab.
Numbers with a point or a decimal comma; dates such as 2026-12-01 or 21.10.2026. What can mean two things is refused.

${IMPORTED_KINDS.map(helpOf).join('\n\n')}

Import in the order above. Users' files may keep the columns that only an export has. A price per 1,000 views (cpm) is
charged in whole millionths a view: one that this changes by more than 0.1 percent is refused, with the nearest exact ones.
Either the whole file is imported or nothing, also when it is interrupted (Ctrl-C). The same file again changes nothing.
A file has 200,000 lines and 64 MiB at most. Examples with every column: docs/examples.`;
