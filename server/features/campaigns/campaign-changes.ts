import { v7 as newId } from 'uuid';
import { CAMPAIGN_NAME_LENGTH, SPONSOR_LENGTH } from '#contract/campaigns.ts';
import { LATEST_DAYS_LATE } from '#domain/constants.ts';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { nameKey } from '#domain/name-key.ts';
import { isTimeZone } from '#domain/zoned-day.ts';
import { changedFields, isEmpty, updateWithVersion } from '../../administration/optimistic-lock.ts';
import { takeAuditTurn, writeAudit } from '../../audit/write-audit.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { checkedText } from '../../network/checked-fields.ts';
import type { FlightChanger } from './change-flight.ts';
import {
  advertiserOf,
  type FlightRow,
  findAdvertiser,
  findCampaign,
  findFlightsOf,
  findNamesakeCampaign,
  insertCampaign,
  updateCampaignRow,
} from './flights-queries.ts';
import { zoneOf } from './read-flights.ts';

export type CampaignInput = {
  readonly name?: string | undefined;
  readonly sponsor?: string | undefined;
  readonly category?: string | undefined;
  readonly time_zone?: string | undefined;
};

function checked({ name, sponsor, category, time_zone: zone }: CampaignInput) {
  const fields: Partial<{ name: string; name_key: string; sponsor: string; category: string; time_zone: string }> = {};
  if (name !== undefined) {
    fields.name = checkedText('name', name, CAMPAIGN_NAME_LENGTH);
    if (fields.name === '') throw new FieldError({ name: 'Write a name.' });
    fields.name_key = nameKey(fields.name);
  }
  if (sponsor !== undefined) fields.sponsor = checkedText('sponsor', sponsor, SPONSOR_LENGTH);
  if (category !== undefined) fields.category = category;
  if (zone !== undefined) {
    if (!isTimeZone(zone))
      throw new FieldError({ time_zone: `'${zone}' is no time zone; write a name such as America/Chicago.` });
    fields.time_zone = zone;
  }
  return fields;
}

/** Returns the id. */
export async function addCampaign(
  { context, scope }: FlightChanger,
  { advertiser_id: named, ...given }: CampaignInput & { readonly advertiser_id?: string | undefined },
): Promise<string> {
  const own = advertiserOf(scope);
  if (own !== null && named !== undefined && named !== own)
    throw new AppError('forbidden', 'That is not your organisation.');
  const advertiserId = own ?? named;
  if (advertiserId === undefined) throw new FieldError({ advertiser_id: 'Say for which advertiser.' });
  const fields = checked(given);
  const id = newId();
  await context.accounts.transaction().execute(async (tx) => {
    const advertiser = await findAdvertiser(tx, advertiserId);
    if (advertiser === undefined) throw new FieldError({ advertiser_id: 'There is no such advertiser.' });
    const row = {
      id,
      customer_id: advertiserId,
      name: '',
      name_key: '',
      sponsor: '',
      category: 'other',
      time_zone: '',
      ...fields,
    };
    await refuseNamesake(tx, advertiserId, row.name, row.name_key, id);
    await insertCampaign(tx, row, context.now());
    const { sponsor, category, time_zone } = row;
    const detail = { advertiser: advertiser.name, sponsor, category, time_zone };
    await writeAudit(tx, {
      ...context.author,
      at: context.now(),
      action: 'campaign.created',
      subject: row.name,
      detail,
    });
  });
  return id;
}

async function refuseNamesake(
  tx: FlightChanger['context']['accounts'],
  customerId: string,
  name: string,
  key: string,
  id: string,
) {
  // If two callers use one name at once, the second one is refused.
  await takeAuditTurn(tx);
  if ((await findNamesakeCampaign(tx, customerId, key, id)) !== undefined)
    throw new FieldError({ name: `There is a campaign '${name}' already.` }, 'conflict');
}

/** Late events arrive within this time. */
const COUNTED_MS = (LATEST_DAYS_LATE + 2) * DAY_MS;

/**
 * A flight's spend and daily cap are counted by days of its zone. With days of two zones, it could spend twice its
 * daily cap. So the zone stays fixed while events of a flight that ran may still arrive.
 */
function refuseCountedDays(flights: readonly FlightRow[], zone: string, nowMs: number): void {
  const counted = flights.find(
    ({ approved_at: approved, starts_at: starts, ends_at: ends }) =>
      approved !== null && starts <= nowMs + MINUTE_MS && ends > nowMs - COUNTED_MS,
  );
  if (counted === undefined) return;
  const why = `'${counted.code}' has run, and its days and caps count in ${zone}`;
  throw new FieldError(
    { time_zone: `${why}. Make another campaign for what is to run in another time zone.` },
    'conflict',
  );
}

export async function changeCampaign(
  { needs, context, scope, actor }: FlightChanger,
  { id, version, ...given }: CampaignInput & { readonly id: string; readonly version: number },
): Promise<void> {
  const fields = checked(given);
  await updateWithVersion(
    context,
    { table: 'campaigns', claim: { id, version }, read: (tx, of) => findCampaign(tx, scope, of) },
    async ({ tx, stored }) => {
      const detail = changedFields<Record<string, unknown>>(stored, fields);
      if (isEmpty(detail)) return null;
      if (fields.name_key !== undefined)
        await refuseNamesake(tx, stored.customer_id, fields.name ?? '', fields.name_key, id);
      const flights = await findFlightsOf(tx, scope, id);
      if ('time_zone' in detail) refuseCountedDays(flights, zoneOf(needs, stored), context.now());
      const isRun = flights.some(({ state }) => state === 'approved' || state === 'in_review');
      // Owners decide by the category. An administrator reviews, or has reviewed, the name under the ad.
      const kept = (['time_zone', 'category', 'sponsor'] as const).find((name) => name in detail);
      if (isRun && kept !== undefined && actor !== 'admin')
        throw new FieldError(
          { [kept]: 'An administrator changes this once a flight of it is in review or approved.' },
          'conflict',
        );
      await updateCampaignRow(tx, id, fields);
      const { name_key: _, ...shown } = detail;
      return { action: 'campaign.changed', subject: stored.name, detail: shown };
    },
  );
}
