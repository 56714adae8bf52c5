import type { FastifyInstance, FastifyRequest } from 'fastify';
import { v7 as newId } from 'uuid';
import { exportCampaigns, importCampaigns } from '#contract/campaigns.ts';
import { CREATIVE_BYTES, CREATIVE_TYPES } from '#contract/creatives.ts';
import type { TargetPlaces } from '#contract/flight-parts.ts';
import { getHousePicture, type HousePicture, removeHousePicture, setHousePicture } from '#contract/house-picture.ts';
import { shownEui } from '#domain/eui.ts';
import { dollars, type PriceModel } from '#domain/money.ts';
import { readTargetRule } from '#domain/targets.ts';
import { zonedDay } from '#domain/zoned-day.ts';
import { changedFields, isEmpty } from '../../administration/optimistic-lock.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { exportColumns } from '../../exports/export-columns.ts';
import { sendCsv } from '../../exports/send-csv.ts';
import { callerOf, scopeOfRequest } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import type { LeastTerms } from '../../imports/import-outcome.ts';
import { addImportRoute } from '../../imports/import-route.ts';
import { creativeUrl } from '../../network/creative-url.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import type { FlightChanger } from './change-flight.ts';
import { putCreativeFile } from './creatives-queries.ts';
import { checkedSeconds, checkedTarget, creativeRoutes } from './creatives-routes.ts';
import { type FlightRow, findAllFlights, findFirstPrices } from './flights-queries.ts';
import { flightRoutes } from './flights-routes.ts';
import { forecastRoutes } from './forecast-routes.ts';
import { deleteHousePicture, findHousePicture, putHousePicture } from './house-picture-queries.ts';
import { makeCreative } from './make-creative.ts';
import { type Property, propertyCreativeRoutes, propertyOf } from './property-creatives.ts';
import { standingHoldings } from './reached-outlets.ts';
import { type CampaignNeeds, zoneOf } from './read-flights.ts';
import { runCampaignRoutes } from './run-campaigns-routes.ts';
import { actorOf } from './show-flight.ts';

/**
 * Registers the routes for the picture that a property shows where no flight runs. The picture is re-encoded like any
 * creative.
 */
function housePictureRoutes(needs: CampaignNeeds) {
  const { accounts, now } = needs;

  async function tell({ id }: Property, request: FastifyRequest): Promise<HousePicture> {
    const { role, standing } = callerOf(request);
    const row = await findHousePicture(accounts, id);
    return {
      customer_id: id,
      picture:
        row === undefined
          ? null
          : {
              url: creativeUrl(row),
              type: row.type,
              width: row.width,
              height: row.height,
              seconds: row.duration_seconds,
              target: row.target_url,
              updated_at: new Date(row.updated_at).toISOString(),
            },
      can_edit: role === 'admin' || (role === 'property' && standing === 'manager'),
    };
  }

  const note = (tx: typeof accounts, request: FastifyRequest, property: Property, set: string | null) =>
    writeAudit(tx, {
      ...authorOf(request),
      at: now(),
      action: set === null ? 'house-picture.removed' : 'house-picture.set',
      subject: property.name,
      detail: set === null ? {} : { picture: set },
    });

  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, getHousePicture, async (request) =>
      tell(await propertyOf(needs, request, request.query.cid), request),
    );
    app.register(async (scope) => {
      scope.addContentTypeParser([...CREATIVE_TYPES], { parseAs: 'buffer' }, (_request, body, done) =>
        done(null, body),
      );
      addRoute(
        scope,
        setHousePicture,
        async (request) => {
          const { seconds, target = '', cid } = request.query;
          const property = await propertyOf(needs, request, cid);
          const shown = {
            duration_seconds: checkedSeconds(seconds),
            target_url: target === '' ? '' : checkedTarget(target),
          };
          const body: unknown = request.body;
          if (!Buffer.isBuffer(body))
            throw new AppError(
              'unsupported',
              'Send the picture as the request body, with its type as Content-Type: PNG, JPEG or WebP.',
            );
          const file = await makeCreative(body);
          await accounts.transaction().execute(async (tx) => {
            const before = await findHousePicture(tx, property.id);
            const same = { hash: file.hash, ...shown };
            if (before !== undefined && isEmpty(changedFields<typeof same>(before, same))) return;
            await putCreativeFile(tx, { ...file, created_at: now() });
            const row = { customer_id: property.id, id: newId(), file_hash: file.hash, updated_at: now() };
            await putHousePicture(tx, { ...row, ...shown });
            await note(tx, request, property, `${seconds} s, ${shown.target_url}, ${file.hash.slice(0, 12)}`);
          });
          return tell(property, request);
        },
        { bodyLimit: CREATIVE_BYTES, isSlowUpload: true },
      );
    });
    addRoute(app, removeHousePicture, async (request) => {
      const property = await propertyOf(needs, request, request.query.cid);
      await accounts.transaction().execute(async (tx) => {
        if ((await findHousePicture(tx, property.id)) === undefined) return;
        await deleteHousePicture(tx, property.id);
        await note(tx, request, property, null);
      });
      return tell(property, request);
    });
  };
}

/** Registers all campaign routes. */
export function campaignRoutes(dependencies: CampaignNeeds & Pick<Dependencies, 'imports'>) {
  const { accounts, imports, now } = dependencies;
  const changerOf = (request: FastifyRequest): FlightChanger => ({
    needs: dependencies,
    context: { accounts, now, author: authorOf(request) },
    scope: scopeOfRequest(request),
    actor: actorOf(callerOf(request)),
  });
  return async (app: FastifyInstance): Promise<void> => {
    await app.register(runCampaignRoutes(dependencies, changerOf));
    await app.register(forecastRoutes(dependencies));
    await app.register(flightRoutes(dependencies, changerOf));
    await app.register(creativeRoutes(dependencies, changerOf));
    await app.register(propertyCreativeRoutes(dependencies));
    await app.register(housePictureRoutes(dependencies));
    addRoute(
      app,
      exportCampaigns,
      async (request, reply) => {
        const rows = await exportedFlights(dependencies);
        const detail = { rows: rows.length };
        const entry = { at: now(), action: 'campaigns.exported', subject: 'campaigns', detail };
        await writeAudit(accounts, { ...authorOf(request), ...entry });
        return sendCsv(reply, 'campaigns.csv', CAMPAIGN_COLUMNS, rows);
      },
      { isExport: true },
    );
    addImportRoute(app, importCampaigns, 'campaigns', imports, () => minimumTerms(dependencies));
  };
}

/**
 * Returns the money spent or reserved for flights that run or may run again, by lower-case code. An import cannot set
 * limits below these amounts.
 */
async function minimumTerms(needs: CampaignNeeds): Promise<ReadonlyMap<string, LeastTerms>> {
  const nowMs = needs.now();
  const rows = (await findAllFlights(needs.accounts, { kind: 'all' })).filter(({ state }) => state === 'approved');
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const standings = await needs.budgets.standing([...byKey.keys()], (key) => {
    const row = byKey.get(key);
    return {
      budgetMicros: row?.budget_micros ?? 0,
      dailyCapMicros: row?.daily_cap_micros ?? null,
      timeZone: row === undefined ? needs.config.networkTimeZone : zoneOf(needs, row),
    };
  });
  const least = new Map<string, LeastTerms>();
  for (const row of rows) {
    const standing = standings.get(row.key);
    if (standing === undefined) continue;
    const { spentMicros, heldMicros, days } = standing;
    const today = days.get(zonedDay(nowMs, zoneOf(needs, row)).date) ?? 0;
    if (spentMicros + heldMicros > 0)
      least.set(row.code.toLowerCase(), { allMicros: spentMicros + heldMicros, todayMicros: today + heldMicros });
  }
  return least;
}

type ExportedFlight = {
  readonly row: FlightRow;
  readonly targets: string;
  readonly price: { readonly model: PriceModel; readonly price_micros: number };
};

const NONE = 'none';

const CAMPAIGN_COLUMNS = exportColumns<'campaigns', ExportedFlight>('campaigns', {
  advertiser: ({ row }) => row.customer_name,
  campaign: ({ row }) => row.campaign_name,
  flight: ({ row }) => row.code,
  starts: ({ row }) => new Date(row.starts_at).toISOString(),
  ends: ({ row }) => new Date(row.ends_at).toISOString(),
  budget: ({ row }) => dollars(row.budget_micros),
  model: ({ price }) => price.model,
  price: ({ price }) => dollars(price.price_micros),
  targets: ({ targets }) => targets,
  daily_cap: ({ row }) => (row.daily_cap_micros === null ? NONE : dollars(row.daily_cap_micros)),
  visitor_cap: ({ row }) => row.visitor_cap ?? NONE,
  pacing: ({ row }) => row.pacing,
  accepts_unsigned: ({ row }) => (row.accepts_unsigned === 0 ? 'no' : 'yes'),
  sponsor: ({ row }) => row.sponsor,
  category: ({ row }) => row.category,
  time_zone: ({ row }) => row.time_zone,
  flight_name: ({ row }) => row.label,
});

/** Returns the names that a file uses for the ids in a target rule. */
function fileNames(network: Network): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { id, name } of network.customers) names.set(id, `customer:${name}`);
  for (const { customer, venue, outlet } of standingHoldings(network)) {
    names.set(venue.id, `${customer.name} > ${venue.name}`);
    names.set(outlet.id, shownEui(outlet.eui));
  }
  return names;
}

function partsOf(places: TargetPlaces, names: ReadonlyMap<string, string>): string[] {
  const { customers = [], venues = [], outlets = [], venue_types: types = [], states = [], circle } = places;
  return [
    ...[...customers, ...venues, ...outlets].flatMap((id) => names.get(id) ?? []),
    ...types.map((type) => `type:${type}`),
    ...states.map((state) => `state:${state}`),
    ...(circle === undefined ? [] : [`circle:${circle.lat},${circle.lng},${circle.km}`]),
  ];
}

/**
 * Returns approved flights as lines that an import leaves unchanged. Drafts are left out, because a file lists what
 * runs: importing a draft would approve it without a review.
 */
async function exportedFlights({ accounts, figures }: CampaignNeeds): Promise<ExportedFlight[]> {
  const [flights, prices, network] = await Promise.all([
    findAllFlights(accounts, { kind: 'all' }),
    findFirstPrices(accounts),
    figures.network(),
  ]);
  const names = fileNames(network);
  return flights.flatMap((row) => {
    const price = prices.get(row.id);
    if (row.state !== 'approved' || price === undefined) return [];
    const { except = {}, ...places } = readTargetRule(row.targets);
    const targets = [...partsOf(places, names), ...partsOf(except, names).map((part) => `!${part}`)].join(' | ');
    return [{ row, targets, price }];
  });
}
