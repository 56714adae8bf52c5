import { type Expression, sql } from 'kysely';
import { v7 as newId } from 'uuid';
import type { PatternMode, PatternRule } from '#contract/traffic-rules.ts';
import type { AccountsDb } from '../../../databases/accounts/accounts-db.ts';

/** Events that match one pattern, stored since the last write. */
export type NotedFinding = {
  readonly rule: PatternRule;
  readonly mode: Exclude<PatternMode, 'off'>;
  readonly outletKey: number;
  /** 0 if the rule does not concern a flight. */
  readonly flightKey: number;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
  readonly events: number;
};

/** Adds events to open findings and inserts new findings. Several processes may write the same finding. */
export async function writeFindings(
  accounts: AccountsDb,
  findings: readonly NotedFinding[],
  nowMs: number,
): Promise<void> {
  // A fixed order prevents deadlocks between processes.
  const ordered = findings.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  await accounts.transaction().execute(async (tx) => {
    for (const finding of ordered) {
      if (await addTo(tx, finding, nowMs)) continue;
      if (!(await begin(tx, finding, nowMs))) await addTo(tx, finding, nowMs);
    }
  });
}

const nameOf = ({ rule, outletKey, flightKey }: NotedFinding) => `${rule} ${outletKey} ${flightKey}`;

async function addTo(tx: AccountsDb, finding: NotedFinding, nowMs: number): Promise<boolean> {
  const { rule, mode, outletKey, flightKey, firstAtMs, lastAtMs, events } = finding;
  const { numUpdatedRows } = await tx
    .updateTable('traffic_findings')
    .set((eb) => ({
      mode,
      seen_at: nowMs,
      events: eb('events', '+', events),
      first_at: lesser(eb.ref('first_at'), firstAtMs),
      last_at: greater(eb.ref('last_at'), lastAtMs),
    }))
    .where('rule', '=', rule)
    .where('outlet_key', '=', outletKey)
    .where('flight_key', '=', flightKey)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const lesser = (column: Expression<number>, value: number) =>
  sql<number>`case when ${column} < cast(${value} as int8) then ${column} else cast(${value} as int8) end`;
const greater = (column: Expression<number>, value: number) =>
  sql<number>`case when ${column} > cast(${value} as int8) then ${column} else cast(${value} as int8) end`;

/** Inserts a finding. Returns false if another process has inserted it in the meantime. */
async function begin(tx: AccountsDb, finding: NotedFinding, nowMs: number): Promise<boolean> {
  const { rule, mode, outletKey, flightKey, firstAtMs, lastAtMs, events } = finding;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('traffic_findings')
    .values({
      id: newId(),
      rule,
      mode,
      outlet_key: outletKey,
      flight_key: flightKey,
      events,
      first_at: firstAtMs,
      last_at: lastAtMs,
      seen_at: nowMs,
      ended_at: null,
      adjustment_id: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
