import { v7 as newId } from 'uuid';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { type ImportJobRow, insertJob } from '../import-jobs-queries.ts';

/** Creates the job row for an import of accounts, as a run leaves it. */
export async function makeJob(accounts: AccountsDb, job: Partial<ImportJobRow>): Promise<string> {
  const id = job.id ?? newId();
  const about = {
    kind: 'users',
    file_name: 'users.csv',
    actor_id: null,
    actor: 'test',
    ip: '',
    action: 'users.imported',
  };
  const open = { state: 'checking', turn: null, holder: 'test', until_at: 0, published_line: null } as const;
  const rest = { lines_done: 0, lines_total: 0, detail: '{}', at: 0, result: null, failure: null, started_at: 0 };
  await insertJob(accounts, { id, ...about, ...open, ...rest, ended_at: null, is_clean: 0, ...job });
  return id;
}
