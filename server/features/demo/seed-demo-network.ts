import { v7 as uuid } from 'uuid';
import { LATEST_DAYS_LATE } from '#domain/constants.ts';
import { emailKey } from '#domain/email.ts';
import { createAccessKey } from '../../access-key.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import { hashPassword } from '../../password.ts';
import { countCustomers, findSetting, insertRows, storeSetting } from './accounts-queries.ts';
import { DEMO_ACCOUNTS } from './demo-accounts.ts';
import { planDay } from './plan-history.ts';
import { planNetwork } from './plan-network.ts';
import { DAY_MS, type DemoScale, FULL_SCALE, type PlannedNetwork } from './planned-network.ts';
import { type SimulatorKey, writeSimulatorKeys } from './simulator-keys.ts';
import { writeNetwork } from './write-network.ts';

const SETTING = 'demo-network';
const DEFAULT_SEED = 'voltboard-demo-1';
const BATCH = 10_000;
/** The oldest events stay this clear of ingestion's limit, so that a seed that takes its time loses none. */
const MARGIN_MS = 30 * 60_000;
const LIMIT_MS = LATEST_DAYS_LATE * DAY_MS;

/** How far the seed is: `now` is the instant it was planned for, `day` the first day of the history that is not stored. */
type Progress = { readonly seed: string; readonly now: number; readonly day: number };

type SeedDependencies = Pick<Dependencies, 'config' | 'accounts' | 'ingestor' | 'now'> & {
  readonly report: (line: string) => void;
  readonly scale?: DemoScale;
  readonly seed?: string;
};

/**
 * Makes the demo network with its month of history, once: a later start does nothing, a start after a kill carries on where
 * it was. History passes the ingestion that live events pass (decisions sections 5 and 8). An installation that has customers of its own is left alone.
 */
export async function seedDemoNetwork({
  config,
  accounts,
  ingestor,
  now,
  report,
  scale = FULL_SCALE,
  seed = DEFAULT_SEED,
}: SeedDependencies): Promise<void> {
  let progress = await readProgress(accounts);
  if (progress === null && (await countCustomers(accounts)) > 0) return;
  if (progress !== null && progress.day >= scale.days) return;
  report('Making the demo network …');
  const plannedFor = progress?.now ?? now();
  const network = planNetwork(progress?.seed ?? seed, plannedFor, scale);
  if (progress === null) {
    progress = { seed, now: plannedFor, day: 0 };
    await storeNetwork({ accounts, dataDir: config.dataDir, network, progress, at: now() });
  }
  for (let { day } = progress; day < scale.days; day += 1) {
    await storeDay(
      { ingestor, now, plannedFor },
      planDay(network, { seed: progress.seed, now: plannedFor, day, days: scale.days }),
    );
    await storeSetting(accounts, SETTING, JSON.stringify({ ...progress, day: day + 1 }));
    if ((day + 1) % 5 === 0) report(`  history: ${day + 1} of ${scale.days} days`);
  }
  await storeDay({ ingestor, now, plannedFor }, heartbeats(network, now()));
}

async function readProgress(accounts: AccountsDb): Promise<Progress | null> {
  const text = await findSetting(accounts, SETTING);
  return text === undefined ? null : (JSON.parse(text) as Progress);
}

type Storing = { accounts: AccountsDb; dataDir: string; network: PlannedNetwork; progress: Progress; at: number };

/** Network, accounts, keys and progress in one transaction; the plain keys go to a file that only this user can read. */
async function storeNetwork({ accounts, dataDir, network, progress, at }: Storing): Promise<void> {
  const hashes = await Promise.all(DEMO_ACCOUNTS.map(({ password }) => hashPassword(password)));
  const keys = network.owners
    .flatMap(({ outlets }) => outlets.filter(({ idle, silentFrom }) => !idle && silentFrom === null))
    .map((outlet) => ({ outlet, access: createAccessKey() }));
  await accounts.transaction().execute(async (transaction) => {
    await writeNetwork(transaction, network, progress.now);
    await insertRows(
      transaction,
      'access_keys',
      keys.map(({ outlet, access: { hash, prefix } }) => ({
        id: uuid(),
        key_hash: hash,
        prefix,
        outlet_id: outlet.id,
        customer_id: null,
        label: 'simulator',
        created_at: at,
        revoked_at: null,
        last_used_at: null,
      })),
    );
    await insertRows(
      transaction,
      'users',
      DEMO_ACCOUNTS.map((account, index) =>
        userRow(account, { network, hash: hashes[index] ?? '', at: progress.now - 90 * DAY_MS + index }),
      ),
    );
    await storeSetting(transaction, SETTING, JSON.stringify(progress));
  });
  await writeSimulatorKeys(
    dataDir,
    network,
    keys.map(
      ({ outlet, access }): SimulatorKey => ({
        eui: outlet.eui,
        venueId: outlet.venueId,
        key: access.key,
        viewsPerDay: outlet.viewsPerDay,
      }),
    ),
  );
}

type AccountMaking = { network: PlannedNetwork; hash: string; at: number };

function userRow(
  { role, email, firstName, lastName, customer }: (typeof DEMO_ACCOUNTS)[number],
  { network, hash, at }: AccountMaking,
) {
  const linked = [...network.owners, ...network.sponsors].find(({ name }) => name === customer);
  return {
    id: uuid(),
    first_name: firstName,
    last_name: lastName,
    email,
    email_key: emailKey(email) ?? email,
    email_verified: 1 as const,
    phone_number: '',
    avatar: '[]',
    provider: 'local',
    role,
    customer_id: linked?.id ?? null,
    disabled: 0 as const,
    demo: 1 as const,
    password_hash: hash,
    import_hash: null,
    authentication_uid: null,
    created_at: at,
    updated_at: at,
    created_by_id: null,
    updated_by_id: null,
    deleted_at: null,
  };
}

/** Every outlet that works says so at the end, as it does every five minutes. */
const heartbeats = ({ owners }: PlannedNetwork, at: number) =>
  owners
    .flatMap(({ outlets }) => outlets)
    .filter(({ idle, silentFrom }) => !idle && silentFrom === null)
    .map(({ eui }) => ({ id: uuid(), type: 'heartbeat', eui, timestamp: new Date(at).toISOString() }));

/** Stores events as outlets' reports are stored; a rejection would mean that the plan contradicts the rules. */
async function storeDay(
  { ingestor, now, plannedFor }: Pick<Dependencies, 'ingestor' | 'now'> & { plannedFor: number },
  events: readonly { timestamp: string }[],
): Promise<void> {
  const oldest = new Date(Math.max(now() - LIMIT_MS + 60_000, plannedFor - LIMIT_MS + MARGIN_MS)).toISOString();
  const sendable = events.filter(({ timestamp }) => timestamp >= oldest);
  for (let from = 0; from < sendable.length; from += BATCH) {
    const results = await ingestor.accept(sendable.slice(from, from + BATCH), { kind: 'network' });
    const refused = results.find(({ status }) => status === 'rejected');
    if (refused) throw new Error(`the demo's history was refused: ${refused.reason ?? refused.code}`);
  }
}
