import { type Kysely, sql } from 'kysely';

type Before = {
  flight_targets: { id: string; flight_id: string; outlet_id: string | null; venue_id: string | null };
  flights: { id: string; targets: string };
};

/** Targets as a rule in JSON (`contract/flight-parts.ts`), '' for everywhere. `flight_targets` is no longer read. */
export const targetRules = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table flights add column targets text not null default ''`.execute(db);
    const typed = db as Kysely<Before>;
    const rows = await typed.selectFrom('flight_targets').select(['flight_id', 'outlet_id', 'venue_id']).execute();
    const rules = new Map<string, { outlets: string[]; venues: string[] }>();
    for (const { flight_id: id, outlet_id: outlet, venue_id: venue } of rows) {
      const rule = rules.get(id) ?? { outlets: [], venues: [] };
      rules.set(id, rule);
      if (outlet !== null) rule.outlets.push(outlet);
      if (venue !== null) rule.venues.push(venue);
    }
    for (const [id, { outlets, venues }] of rules) {
      const targets = JSON.stringify({
        ...(venues.length > 0 ? { venues } : {}),
        ...(outlets.length > 0 ? { outlets } : {}),
      });
      await typed.updateTable('flights').set({ targets }).where('id', '=', id).execute();
    }
  },
};
