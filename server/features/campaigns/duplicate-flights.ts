import { v7 as newId } from 'uuid';
import { CAMPAIGN_NAME_LENGTH } from '#contract/campaigns.ts';
import { FLIGHT_LABEL_LENGTH } from '#contract/flight-parts.ts';
import { NO_END, NO_START } from '#domain/flight-state.ts';
import { nameKey } from '#domain/name-key.ts';
import { takeAuditTurn, writeAudit } from '../../audit/write-audit.ts';
import { FieldError } from '../../http/app-error.ts';
import { type FlightChanger, freeCode, refuseArchived } from './change-flight.ts';
import { copyCreatives, type Tx } from './creatives-queries.ts';
import {
  type CampaignRow,
  type FlightRow,
  findNamesakeCampaign,
  insertCampaign,
  insertFlight,
  modelOf,
} from './flights-queries.ts';

/** Throws if another campaign of the customer has this name. */
export async function refuseNamesake(tx: Tx, customerId: string, name: string, key: string, id: string): Promise<void> {
  // Serializes callers, so that if two use the same name simultaneously, the second one is refused.
  await takeAuditTurn(tx);
  if ((await findNamesakeCampaign(tx, customerId, key, id)) !== undefined)
    throw new FieldError({ name: `There’s already a campaign '${name}'. Choose another name.` }, 'conflict');
}

const copyWord = (number: number): string => (number === 1 ? ' (copy)' : ` (copy ${number})`);
const withWord = (text: string, word: string, longest: number): string =>
  `${[...text].slice(0, longest - word.length).join('')}${word}`;

/** Returns a name for a campaign's copy that no campaign of the customer has. Callers must hold the audit lock. */
async function freeName(tx: Tx, { customer_id: customerId, name }: CampaignRow): Promise<string> {
  for (let number = 1; ; number += 1) {
    const wanted = withWord(name, copyWord(number), CAMPAIGN_NAME_LENGTH);
    if ((await findNamesakeCampaign(tx, customerId, nameKey(wanted), '')) === undefined) return wanted;
  }
}

/** Returns a flight's dates for its copy. A date that has passed is left blank. */
function datesOf({ starts_at: starts, ends_at: ends }: FlightRow, nowMs: number) {
  if (ends <= nowMs) return { starts_at: NO_START, ends_at: NO_END };
  return { starts_at: starts < nowMs ? NO_START : starts, ends_at: ends };
}

type Copied = { readonly flight: FlightRow; readonly into: { readonly id: string; readonly name: string } };

/** Inserts a draft with the flight's fields and creatives, and returns its id. Callers must hold the audit lock. */
async function copyFlight(tx: Tx, { context }: FlightChanger, { flight, into }: Copied): Promise<string> {
  const nowMs = context.now();
  const id = newId();
  const code = await freeCode(tx, into.name);
  const isSameCampaign = into.id === flight.campaign_id;
  const label =
    flight.label !== '' && isSameCampaign ? withWord(flight.label, copyWord(1), FLIGHT_LABEL_LENGTH) : flight.label;
  await insertFlight(
    tx,
    {
      id,
      campaign_id: into.id,
      code,
      label,
      ...datesOf(flight, nowMs),
      budget_micros: flight.budget_micros,
      daily_cap_micros: flight.daily_cap_micros,
      visitor_cap: flight.visitor_cap,
      accepts_unsigned: flight.accepts_unsigned,
      pacing: flight.pacing,
      price_model: modelOf(flight),
      price_source: 'card',
      targets: flight.targets,
      state: 'draft',
      approved_at: null,
    },
    nowMs,
  );
  await copyCreatives(tx, flight.id, id, nowMs);
  const detail = { campaign: into.name, copied_from: flight.code };
  await writeAudit(tx, { ...context.author, at: nowMs, action: 'flight.drafted', subject: code, detail });
  return id;
}

/** Duplicates a flight as a draft in its campaign, and returns the draft's id. Throws if the campaign is archived. */
export async function duplicateFlightRow(
  changer: FlightChanger,
  campaign: CampaignRow,
  flight: FlightRow,
): Promise<string> {
  refuseArchived(campaign);
  return changer.context.accounts.transaction().execute(async (tx) => {
    await takeAuditTurn(tx);
    return copyFlight(tx, changer, { flight, into: campaign });
  });
}

/** Duplicates a campaign with drafts of its flights that were not canceled, and returns the copy's id. */
export async function duplicateCampaignRow(
  changer: FlightChanger,
  campaign: CampaignRow,
  flights: readonly FlightRow[],
): Promise<string> {
  const { accounts, author, now } = changer.context;
  const { customer_id, sponsor, category, time_zone, utm } = campaign;
  const id = newId();
  await accounts.transaction().execute(async (tx) => {
    await takeAuditTurn(tx);
    const name = await freeName(tx, campaign);
    const row = { id, customer_id, name, name_key: nameKey(name), sponsor, category, time_zone, utm };
    await insertCampaign(tx, row, now());
    const detail = { advertiser: campaign.customer_name, sponsor, category, time_zone, copied_from: campaign.name };
    await writeAudit(tx, { ...author, at: now(), action: 'campaign.created', subject: name, detail });
    for (const flight of flights)
      if (flight.state !== 'cancelled') await copyFlight(tx, changer, { flight, into: { id, name } });
  });
  return id;
}
