import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type * as Type from 'typebox';
import {
  archiveCampaign,
  createCampaign,
  duplicateCampaign,
  exportCampaigns,
  getCampaign,
  importCampaigns,
  listCampaigns,
  restoreCampaign,
  updateCampaign,
} from '#contract/campaigns.ts';
import {
  addCreative,
  getCreativeFigures,
  linkCreativePreview,
  openCreativePreview,
  removeCreative,
  updateCreative,
} from '#contract/creatives.ts';
import { listAdminCustomers } from '#contract/customers.ts';
import { getFlightForecast } from '#contract/flight-forecast.ts';
import * as flights from '#contract/flights.ts';
import { addRate, getRateCard } from '#contract/rate-card.ts';
import { listTargetChoices } from '#contract/target-choices.ts';
import { request, requestFile } from '../../lib/api-client.ts';
import { type ImportOptions, importFile } from '../../lib/import-file.ts';
import { saveFile } from '../../lib/save-file.ts';
import type { TableSearch } from '../../lib/table-search.ts';

/** The key prefix of all campaign queries. A change to a campaign invalidates everything below it. */
export const CAMPAIGNS = ['campaigns'] as const;

/** Refresh interval of the queries, in milliseconds. Spend changes while the user watches. */
const LOOK_EVERY_MS = 30_000;

/** Converts the route's search parameters to the endpoint's query. The route has already validated them. */
const asked = ({ form: _, ...query }: TableSearch) => query as never;

export const campaignsQuery = (search: TableSearch) =>
  queryOptions({
    queryKey: [...CAMPAIGNS, 'list', asked(search)] as const,
    queryFn: ({ signal }) => request(listCampaigns, { query: asked(search), signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY_MS,
  });

export const readCampaign = (id: string) => request(getCampaign, { params: { id } });
export const readFlight = (id: string) => request(flights.getFlight, { params: { id } });

export const campaignQuery = (id: string) =>
  queryOptions({
    queryKey: [...CAMPAIGNS, 'campaign', id] as const,
    queryFn: ({ signal }) => request(getCampaign, { params: { id }, signal }),
    refetchInterval: LOOK_EVERY_MS,
  });

export const flightQuery = (id: string) =>
  queryOptions({
    queryKey: [...CAMPAIGNS, 'flight', id] as const,
    queryFn: ({ signal }) => request(flights.getFlight, { params: { id }, signal }),
    refetchInterval: LOOK_EVERY_MS,
  });

/** Queries a flight's pacing for its page, which shows errors in place. */
export const pacingQuery = (id: string) =>
  queryOptions({
    queryKey: [...CAMPAIGNS, 'pacing', id] as const,
    queryFn: ({ signal }) => request(flights.getFlightPacing, { params: { id }, signal }),
    refetchInterval: LOOK_EVERY_MS,
    meta: { errors: 'part' },
  });

export const creativeFiguresQuery = (id: string) =>
  queryOptions({
    queryKey: [...CAMPAIGNS, 'creative-figures', id] as const,
    queryFn: ({ signal }) => request(getCreativeFigures, { params: { id }, signal }),
    staleTime: LOOK_EVERY_MS,
    meta: { errors: 'part' },
  });

/** Queries the creative behind a preview link, for visitors without an account. */
export const adPreviewQuery = (token: string) =>
  queryOptions({
    queryKey: ['ad-preview', token] as const,
    queryFn: ({ signal }) => request(openCreativePreview, { body: { token }, token: null, signal }),
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errors: 'part' },
  });

export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: [...CAMPAIGNS, 'history', id] as const,
    queryFn: ({ signal }) => request(flights.listFlightHistory, { params: { id }, signal }),
    meta: { errors: 'part' },
  });

export const reachQuery = (id: string) =>
  queryOptions({
    queryKey: [...CAMPAIGNS, 'outlets', id] as const,
    queryFn: ({ signal }) => request(flights.getFlightOutlets, { params: { id }, signal }),
    meta: { errors: 'part' },
  });

export type ForecastAsked = Type.Static<typeof getFlightForecast.schema.querystring>;

export const forecastQuery = (query: ForecastAsked) =>
  queryOptions({
    queryKey: [...CAMPAIGNS, 'forecast', query] as const,
    queryFn: ({ signal }) => request(getFlightForecast, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: LOOK_EVERY_MS,
    meta: { errors: 'part' },
  });

export const targetChoicesQuery = (q: string) =>
  queryOptions({
    queryKey: [...CAMPAIGNS, 'target-choices', q] as const,
    queryFn: ({ signal }) => request(listTargetChoices, { query: { q }, signal }),
    placeholderData: keepPreviousData,
    meta: { errors: 'part' },
  });

export const reviewsQuery = (search: TableSearch) =>
  queryOptions({
    queryKey: [...CAMPAIGNS, 'reviews', search] as const,
    queryFn: ({ signal }) => request(flights.listReviews, { query: search as never, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY_MS,
  });

export const rateCardQuery = queryOptions({
  queryKey: [...CAMPAIGNS, 'rate-card'] as const,
  queryFn: ({ signal }) => request(getRateCard, { signal }),
  meta: { errors: 'part' },
});

/** Queries advertisers whose names contain the text, for administrators to choose from. */
export const advertisersQuery = (q: string) =>
  queryOptions({
    queryKey: [...CAMPAIGNS, 'advertisers', q] as const,
    queryFn: ({ signal }) => request(listAdminCustomers, { query: { q, kind: 'advertiser', limit: '20' }, signal }),
    placeholderData: keepPreviousData,
    meta: { errors: 'part' },
  });

type Claim = { readonly id: string; readonly version: number };
type Body<E extends { schema: { body: Type.TSchema } }> = Type.Static<E['schema']['body']>;
export type FlightFields = Omit<Body<typeof flights.updateFlight>, 'version'>;

export const makeCampaign = (body: Body<typeof createCampaign>) => request(createCampaign, { body });
export const changeCampaign = ({ id, version }: Claim, body: Omit<Body<typeof updateCampaign>, 'version'>) =>
  request(updateCampaign, { params: { id }, body: { ...body, version } });
export const makeFlight = (campaignId: string, body: Body<typeof flights.createFlight>) =>
  request(flights.createFlight, { params: { id: campaignId }, body });
export const changeFlight = ({ id, version }: Claim, body: FlightFields) =>
  request(flights.updateFlight, { params: { id }, body: { ...body, version } });

export const copyCampaign = (id: string) => request(duplicateCampaign, { params: { id } });
export const copyFlight = (id: string) => request(flights.duplicateFlight, { params: { id } });
export const setCampaignArchived = ({ id, version }: Claim, isArchived: boolean) =>
  request(isArchived ? archiveCampaign : restoreCampaign, { params: { id }, body: { version } });

const ACTS_ON_SEVERAL = {
  pause: flights.pauseFlights,
  resume: flights.resumeFlights,
  approve: flights.approveFlights,
} as const;
export type ActOnSeveral = keyof typeof ACTS_ON_SEVERAL;

export const doActOnSeveral = (act: ActOnSeveral, claims: readonly Claim[]) =>
  request(ACTS_ON_SEVERAL[act], { body: { flights: claims.map(({ id, version }) => ({ id, version })) } });

const PLAIN_ACTS = {
  submit: flights.submitFlight,
  approve: flights.approveFlight,
  pause: flights.pauseFlight,
  resume: flights.resumeFlight,
  archive: flights.archiveFlight,
  restore: flights.restoreFlight,
} as const;
export type PlainAct = keyof typeof PLAIN_ACTS;

export const doAct = (act: PlainAct, { id, version }: Claim) =>
  request(PLAIN_ACTS[act], { params: { id }, body: { version } });
export const returnFlight = ({ id, version }: Claim, reason: string) =>
  request(flights.returnFlight, { params: { id }, body: { version, reason } });
export const cancelFlight = ({ id, version }: Claim) =>
  request(flights.cancelFlight, { params: { id }, body: { version } });
export const withdrawProposal = ({ id, version }: Claim) =>
  request(flights.cancelFlight, { params: { id }, body: { version, proposal: true } });

type CreativeFields = { readonly name: string; readonly seconds: string; readonly target: string };
export const sendCreative = (flightId: string, query: CreativeFields, file: Blob) =>
  request(addCreative, { params: { id: flightId }, query, file });
export const changeCreative = (
  { id, version }: Claim,
  creative: string,
  body: Omit<Body<typeof updateCreative>, 'version'>,
) => request(updateCreative, { params: { id, creative }, body: { ...body, version } });
export const makePreviewLink = (flightId: string, creative: string) =>
  request(linkCreativePreview, { params: { id: flightId, creative }, body: {} });
export const dropCreative = (flightId: string, creative: string) =>
  request(removeCreative, { params: { id: flightId, creative } });

export const beginRate = (body: Body<typeof addRate>) => request(addRate, { body });
export const exportFile = async (): Promise<void> => saveFile(await requestFile(exportCampaigns));
export const sendCampaigns = (file: File, options: ImportOptions) => importFile(importCampaigns, file, options);
