import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AdCategory } from '#contract/campaigns.ts';
import {
  acceptCreative,
  getCreativePolicy,
  listCreatives,
  type QueuedCreative,
  refuseCreative,
  setCreativePolicy,
} from '#contract/creatives.ts';
import { TODO_ITEMS } from '#contract/todo.ts';
import { creativeStanding, readCategories } from '#domain/creative-standing.ts';
import { nameKey } from '#domain/name-key.ts';
import { readTargetRule, targetFilter } from '#domain/targets.ts';
import { updateWithVersion } from '../../administration/optimistic-lock.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { ExportColumn } from '../../exports/send-csv.ts';
import { sendTable, TABLE_LIMITS } from '../../exports/send-table.ts';
import { callerOf } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import { readPage, readSort } from '../../http/read-page.ts';
import { checkedText } from '../../network/checked-fields.ts';
import { notify } from '../../notifications/notify.ts';
import {
  findDecisionsOf,
  findOpenCreatives,
  findProperty,
  type OpenCreative,
  putDecision,
  shownCreative,
  updatePolicy,
} from './creatives-queries.ts';
import { refusalNews } from './flight-news.ts';
import { standingHoldings, targetPlaceOf } from './reached-outlets.ts';
import { type CampaignNeeds, zoneOf } from './read-flights.ts';

export type Property = NonNullable<Awaited<ReturnType<typeof findProperty>>>;

/** Finds the property that a request concerns: the caller's own, or the one that an administrator names. */
export async function propertyOf(
  needs: CampaignNeeds,
  request: FastifyRequest,
  cid: string | undefined,
): Promise<Property> {
  const caller = callerOf(request);
  const isAdmin = caller.role === 'admin' || caller.role === 'full';
  const id = isAdmin ? cid : caller.customer?.id;
  if (!isAdmin && cid !== undefined && cid !== id)
    throw new AppError('forbidden', 'This property doesn’t belong to you.');
  if (id === undefined) throw new FieldError({ cid: 'Enter the ID of a property.' });
  const property = await findProperty(needs.accounts, id);
  if (property === undefined) throw new AppError('not-found', 'Property not found.');
  return property;
}

/** Finds creatives that run at the property's outlets, or would run if it accepted them. */
async function queueOf(
  needs: CampaignNeeds,
  property: Property,
): Promise<(QueuedCreative & { readonly row: OpenCreative })[]> {
  const [network, open, decisions] = await Promise.all([
    needs.figures.network(),
    findOpenCreatives(needs.accounts, needs.now()),
    findDecisionsOf(needs.accounts, property.id),
  ]);
  const places = [...standingHoldings(network)]
    .filter(({ customer }) => customer.id === property.id)
    .map(targetPlaceOf);
  const decided = new Map(decisions.map((row) => [row.creative_id, row]));
  const policy = {
    reviewsEach: property.reviews_creatives === 1,
    blockedCategories: readCategories(property.blocked_categories),
  };
  return open.flatMap((row) => {
    const reaches = targetFilter(readTargetRule(row.targets));
    const outlets = places.filter(reaches).length;
    if (outlets === 0) return [];
    const decision = decided.get(row.id);
    return {
      row,
      creative: shownCreative(row),
      flight_code: row.code,
      advertiser: row.advertiser,
      sponsor: row.sponsor === '' ? row.advertiser : row.sponsor,
      category: row.category as AdCategory,
      starts_at: new Date(row.starts_at).toISOString(),
      ends_at: new Date(row.ends_at).toISOString(),
      time_zone: zoneOf(needs, row),
      standing: creativeStanding(policy, row.category, decision?.decision),
      reason: decision?.reason ?? '',
      decided_at: decision === undefined ? null : new Date(decision.decided_at).toISOString(),
      decided_by: decision?.decided_by ?? null,
      version: decision?.decided_at ?? 0,
      outlets,
    };
  });
}

/** Returns a function that finds the creatives which wait for a property's decision, the oldest first. */
export const waitingCreativesOf = (needs: CampaignNeeds) => async (customerId: string) => {
  const property = await findProperty(needs.accounts, customerId);
  const queue = property === undefined ? [] : await queueOf(needs, property);
  const waiting = queue
    .filter(({ standing }) => standing === 'waiting')
    .toSorted((one, other) => one.row.created_at - other.row.created_at);
  const items = waiting.slice(0, TODO_ITEMS).map(({ creative, sponsor, row }) => ({
    id: creative.id,
    name: creative.name,
    about: sponsor,
    amount: null,
    since: new Date(row.created_at).toISOString(),
    path: '/app/creatives?standing=waiting',
  }));
  return { count: waiting.length, items };
};

const alreadyDecided = () =>
  new AppError('conflict', 'This creative has already been decided. Reload the list and check again.');

const ORDER = {
  created_at: ({ row }: { row: OpenCreative }) => row.created_at,
  advertiser: ({ row }: { row: OpenCreative }) => nameKey(row.advertiser),
  starts_at: ({ row }: { row: OpenCreative }) => row.starts_at,
} as const;

const CREATIVE_COLUMNS: readonly ExportColumn<QueuedCreative>[] = [
  { name: 'name', value: ({ creative }) => creative.name },
  { name: 'advertiser', value: ({ advertiser }) => advertiser },
  { name: 'sponsor', value: ({ sponsor }) => sponsor },
  { name: 'flight', value: ({ flight_code: code }) => code },
  { name: 'category', value: ({ category }) => category },
  { name: 'starts_at', value: (row) => row.starts_at },
  { name: 'ends_at', value: (row) => row.ends_at },
  { name: 'outlets', value: ({ outlets }) => outlets },
  { name: 'standing', value: ({ standing }) => standing },
  { name: 'reason', value: ({ reason }) => reason },
];

/**
 * Registers the routes for what a property accepts at its outlets: its queue of creatives, its decisions, and its
 * rules.
 */
export function propertyCreativeRoutes(needs: CampaignNeeds) {
  const { accounts, now } = needs;
  const policyOf = (property: Property, request: FastifyRequest) => {
    const { role, standing } = callerOf(request);
    return {
      customer_id: property.id,
      review_each: property.reviews_creatives === 1,
      blocked_categories: [...readCategories(property.blocked_categories)] as AdCategory[],
      version: property.updated_at,
      can_edit: role === 'admin' || (role === 'property' && standing === 'manager'),
    };
  };
  const decide = async (
    request: FastifyRequest,
    { id, version, cid }: { readonly id: string; readonly version: number; readonly cid?: string | undefined },
    decision: 'accepted' | 'refused',
    reason: string,
  ) => {
    const property = await propertyOf(needs, request, cid);
    const find = async () => (await queueOf(needs, property)).find(({ creative }) => creative.id === id);
    const found = await find();
    if (found === undefined) throw new AppError('not-found', 'This creative doesn’t target these outlets.');
    if (decision === 'accepted' && found.standing === 'blocked')
      throw new AppError('conflict', 'You block this category. Remove it from your blocked categories first.');
    if (found.version !== version) throw alreadyDecided();
    if (found.decided_at !== null && found.standing === decision && found.reason === reason) return found;
    const author = authorOf(request);
    await accounts.transaction().execute(async (tx) => {
      // The owner can read this, and must not see an administrator's email address.
      const by = callerOf(request).role === 'admin' ? 'an administrator' : author.actor;
      // Two decisions within a millisecond must still get different versions.
      const decided = { decision, reason, decided_at: Math.max(now(), version + 1), decided_by: by };
      const row = { creative_id: id, customer_id: property.id, ...decided };
      if (!(await putDecision(tx, row, version))) throw alreadyDecided();
      const detail = {
        creative: found.creative.name,
        property: property.name,
        decision: { before: found.standing, after: decision },
        reason,
      };
      const action = `flight.creative-${decision}`;
      await writeAudit(tx, { ...author, at: now(), action, subject: found.flight_code, detail });
      if (decision === 'refused') {
        const { flight_id, customer_id } = found.row;
        const flight = { id: flight_id, code: found.flight_code, customer_id };
        const refused = { id, creative: found.creative.name, property: property.name, reason, flight };
        await notify(tx, needs, refusalNews(refused, decided.decided_at));
      }
    });
    return find();
  };
  return async (app: FastifyInstance): Promise<void> => {
    addRoute(
      app,
      listCreatives,
      async (request, reply) => {
        const { format, q = '', sort = '-created_at', standing, cid } = request.query;
        const { page, limit, offset } = readPage(request.query);
        const { name, direction } = readSort(sort);
        const key = nameKey(q);
        const fits = (await queueOf(needs, await propertyOf(needs, request, cid)))
          .filter((one) => standing === undefined || one.standing === standing)
          .filter(({ creative, advertiser, sponsor, flight_code: code }) =>
            [creative.name, advertiser, sponsor, code].some((text) => nameKey(text).includes(key)),
          );
        const sign = direction === 'desc' ? -1 : 1;
        fits.sort((a, b) => {
          const [one, other] = [ORDER[name](a), ORDER[name](b)];
          return one === other ? (a.creative.id < b.creative.id ? -1 : 1) : (one < other ? -1 : 1) * sign;
        });
        if (format === 'csv')
          return sendTable(needs, request, reply, {
            name: 'creatives',
            columns: CREATIVE_COLUMNS,
            total: fits.length,
            rows: fits,
          });
        return { data: fits.slice(offset, offset + limit), total: fits.length, page, limit };
      },
      TABLE_LIMITS,
    );
    addRoute(app, acceptCreative, (request) => decide(request, { ...request.params, ...request.body }, 'accepted', ''));
    addRoute(app, refuseCreative, (request) => {
      const reason = checkedText('reason', request.body.reason, 500);
      if (reason === '') throw new FieldError({ reason: 'Enter a reason.' });
      return decide(request, { ...request.params, ...request.body }, 'refused', reason);
    });
    addRoute(app, getCreativePolicy, async (request) =>
      policyOf(await propertyOf(needs, request, request.query.cid), request),
    );
    addRoute(app, setCreativePolicy, async (request) => {
      const { review_each: reviewsEach, blocked_categories: blocked, version, cid } = request.body;
      const { id, name } = await propertyOf(needs, request, cid);
      const context = { accounts, now, author: authorOf(request) };
      const read = (tx: typeof accounts, of: string) => findProperty(tx, of);
      await updateWithVersion(context, { table: 'customers', claim: { id, version }, read }, async ({ tx, stored }) => {
        const categories = [...blocked].sort().join(',');
        const before = { review_each: stored.reviews_creatives === 1, blocked_categories: stored.blocked_categories };
        if (before.review_each === reviewsEach && before.blocked_categories === categories) return null;
        await updatePolicy(tx, id, reviewsEach, categories);
        const detail = {
          review_each: { before: before.review_each, after: reviewsEach },
          blocked_categories: { before: before.blocked_categories, after: categories },
        };
        return { action: 'creative-policy.changed', subject: name, detail };
      });
      return policyOf(await propertyOf(needs, request, cid), request);
    });
  };
}
