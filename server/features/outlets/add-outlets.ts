import { noValues, OUTLET_FIELDS, type SentOf } from '#contract/editable-fields.ts';
import type { AddedOutlets } from '#contract/outlets.ts';
import { normalEui, shownEui } from '#domain/eui.ts';
import type { ChangeContext } from '../../administration/change-context.ts';
import { insertWithAudit, type NewTurn } from '../../administration/insert-with-audit.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { FieldError } from '../../http/app-error.ts';
import { issueKeyWithin } from '../../network/change-access-keys.ts';
import { checkedInstant } from '../../network/checked-fields.ts';
import { placeOutlet } from '../../network/place-outlet.ts';
import { insertOutlet, type OutletFields } from '../../network/site-queries.ts';
import { checkedFields } from './change-outlet.ts';
import { destinationOf, type Placing } from './destination.ts';
import { findOutletByEui } from './outlets-queries.ts';

type Named = { readonly eui: string };

/** Returns the id. */
export async function addOutlet(
  context: ChangeContext,
  { eui: given, customer_id, venue_id, from, ...fields }: SentOf<typeof OUTLET_FIELDS> & Placing & Named,
): Promise<string> {
  const wanted = { eui: normalEui(given), ...checkedFields({ ...noValues(OUTLET_FIELDS), ...fields }) };
  const destination = await destinationOf(context.accounts, { customer_id, venue_id, from });
  const fromMs = checkedInstant(from, destination.timeZone);
  return insertWithAudit(context, async (turn) => {
    const refusal = await refusalOf(turn.tx, wanted.eui);
    if (refusal !== null) throw new FieldError({ eui: refusal }, 'conflict');
    return insertNew(turn, wanted, destination, fromMs);
  });
}

type Several = Placing & {
  readonly outlets: readonly (Named & { readonly label: string })[];
  readonly with_keys: boolean;
};

/** Adds all or none. Reports the faults of all outlets together, by their position in the list. */
export async function addOutlets(
  context: ChangeContext,
  { outlets, with_keys, ...placing }: Several,
): Promise<AddedOutlets> {
  const wanted = outlets.map(({ eui, label }, index) =>
    below(`outlets.${index}`, () => ({
      eui: normalEui(eui),
      ...checkedFields({ ...noValues(OUTLET_FIELDS), label }),
    })),
  );
  const destination = await destinationOf(context.accounts, placing);
  const fromMs = checkedInstant(placing.from, destination.timeZone);
  return insertWithAudit(context, async (turn) => {
    const refused: Record<string, string> = {};
    for (const [index, { eui }] of wanted.entries()) {
      const isAgain = wanted.findIndex((other) => other.eui === eui) < index;
      const refusal = isAgain ? `${shownEui(eui)} is in this list twice.` : await refusalOf(turn.tx, eui);
      if (refusal !== null) refused[`outlets.${index}.eui`] = refusal;
    }
    if (Object.keys(refused).length > 0) throw new FieldError(refused, 'conflict');
    const added: AddedOutlets['outlets'] = [];
    for (const one of wanted) {
      const id = await insertNew(turn, one, destination, fromMs);
      const issued = with_keys ? await issueKeyWithin(turn, { outletId: id }, '') : null;
      added.push({ id, eui: one.eui, label: one.label, key: issued?.key ?? null });
    }
    return { outlets: added };
  });
}

function below<Value>(path: string, check: () => Value): Value {
  try {
    return check();
  } catch (error) {
    throw error instanceof FieldError ? error.below(path) : error;
  }
}

async function refusalOf(tx: AccountsDb, eui: string): Promise<string | null> {
  const known = await findOutletByEui(tx, eui);
  if (known === undefined) return null;
  const retired = known.retired_at === null ? '' : ', which is retired; put it into service again';
  return `There is an outlet ${shownEui(eui)} already${retired}.`;
}

async function insertNew(
  { tx, nowMs, note }: NewTurn,
  wanted: OutletFields & Named,
  destination: Parameters<typeof placeOutlet>[2],
  fromMs: number,
): Promise<string> {
  const id = await insertOutlet(tx, wanted, nowMs);
  await note({ action: 'outlet.created', subject: shownEui(wanted.eui), detail: wanted });
  const placed = await placeOutlet(tx, { id, eui: wanted.eui }, destination, fromMs);
  if (placed !== null) await note(placed);
  return id;
}
