import { v7 as uuid } from 'uuid';
import { DAY_MS } from '#domain/durations.ts';
import { emailKey } from '#domain/email.ts';
import { personKeys } from '#domain/person-names.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { createAccessKey } from '../../network/access-key.ts';
import { hashPassword } from '../../sign-in/password.ts';
import { DEMO_ACCOUNTS } from './demo-accounts.ts';
import { insertRows } from './demo-queries.ts';
import { demoReports } from './demo-reports.ts';
import { type DrawnPicture, drawPicture } from './draw-picture.ts';
import { type PlannedNetwork, reportingOutlets } from './planned-network.ts';
import { writeSimulatorKeys } from './simulator-keys.ts';
import { writeNetwork } from './write-network.ts';

type Storing = {
  readonly accounts: AccountsDb;
  readonly dataDir: string;
  readonly network: PlannedNetwork;
  /** The instant the network was planned for (epoch ms). */
  readonly plannedFor: number;
  /** Records in the same transaction that the network exists. */
  readonly note: (transaction: AccountsDb) => Promise<void>;
};

/**
 * Writes network, demo accounts and outlet keys in one transaction. The plain keys go to a file before the commit.
 * After a kill in between, the next start creates both again, so the file is never missing.
 */
export async function storeNetwork({ accounts, dataDir, network, plannedFor, note }: Storing): Promise<void> {
  const hashes = await Promise.all(DEMO_ACCOUNTS.map(({ password }) => hashPassword(password)));
  // Drawn before the transaction begins, so that no writer waits for a picture.
  const pictures = new Map<string, DrawnPicture>();
  for (const { name } of network.sponsors) pictures.set(name, await drawPicture(name));
  const keys = reportingOutlets(network).map((outlet) => ({ outlet, ...createAccessKey() }));
  await accounts.transaction().execute(async (transaction) => {
    await writeNetwork(transaction, network, { now: plannedFor, pictures });
    const keyRows = keys.map(({ outlet, hash, prefix }) => ({
      id: uuid(),
      key_hash: hash,
      prefix,
      outlet_id: outlet.id,
      customer_id: null,
      label: 'simulator',
      created_at: plannedFor,
      revoked_at: null,
      last_used_at: null,
    }));
    await insertRows(transaction, 'access_keys', keyRows);
    const userRows = DEMO_ACCOUNTS.map((account, index) =>
      userRow(account, { network, hash: hashes[index] ?? '', at: plannedFor - 90 * DAY_MS + index }),
    );
    await insertRows(transaction, 'users', userRows);
    const { marks, reports } = demoReports(userRows, plannedFor);
    await insertRows(transaction, 'saved_reports', reports);
    await insertRows(transaction, 'report_marks', marks);
    await note(transaction);
    writeSimulatorKeys(dataDir, network, keys);
  });
}

type AccountMaking = { readonly network: PlannedNetwork; readonly hash: string; readonly at: number };

function userRow(
  { role, email, firstName, lastName, customer }: (typeof DEMO_ACCOUNTS)[number],
  { network, hash, at }: AccountMaking,
) {
  const linked = [...network.owners, ...network.sponsors].find(({ name }) => name === customer);
  return {
    id: uuid(),
    first_name: firstName,
    last_name: lastName,
    ...personKeys(firstName, lastName),
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
