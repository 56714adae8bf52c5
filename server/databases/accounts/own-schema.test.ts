import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { hasPostgres } from '../../testing/servers/ask-servers.ts';
import { postgresEngine } from './testing/open-engines.ts';

describe.skipIf(!hasPostgres())('two installations on one PostgreSQL server', () => {
  const [one, other] = [postgresEngine(), postgresEngine()];
  afterAll(() => Promise.all([one.remove(), other.remove()]));

  test('query only their own tables, so that dropped tables of the other stop no migration', async () => {
    const [here, there] = [await one.open(), await other.open()];
    await sql`create table of_here (number integer)`.execute(here);
    await sql`create table of_there (number integer)`.execute(there);
    expect((await here.introspection.getTables()).map(({ name }) => name)).toEqual(['of_here']);
    const own = (await sql<{ name: string }>`select current_schema() as name`.execute(there)).rows;
    expect(await here.introspection.getSchemas()).toEqual(expect.arrayContaining(own));
  });
});
