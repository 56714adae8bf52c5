import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { v7 as newId } from 'uuid';
import {
  addCreative,
  CREATIVE_BYTES,
  CREATIVE_FIGURE_DAYS,
  CREATIVE_SECONDS,
  CREATIVE_TYPES,
  getCreativeFigures,
  getCreativeFile,
  linkCreativePreview,
  MOST_CREATIVES,
  openCreativePreview,
  PREVIEW_DAYS,
  removeCreative,
  updateCreative,
} from '#contract/creatives.ts';
import { UTM_LENGTH } from '#contract/flight-parts.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { METRICS } from '#domain/report-metrics.ts';
import type { Scope } from '#domain/role.ts';
import { readUtm, UTM_NAMES, type UtmName, writeUtm } from '#domain/utm.ts';
import { changedFields, isEmpty, type Noted } from '../../administration/optimistic-lock.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { scopeOfRequest } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import type { Key } from '../../keys/purpose-keys.ts';
import { isPublicHost } from '../../lib/public-address.ts';
import { checkedText } from '../../network/checked-fields.ts';
import { creativeMark } from '../../plays/creative-mark.ts';
import { changeFlightRow, type FlightChanger, requireAct } from './change-flight.ts';
import {
  type CreativeRow,
  findCreativeImage,
  findCreativesOf,
  findEveryCreativeOf,
  findPreviewed,
  insertCreative,
  removeCreativeRow,
  shownCreative,
  type Tx,
  updateCreativeRow,
} from './creatives-queries.ts';
import { type CreativeSums, sumCreatives } from './flights-events-queries.ts';
import type { FlightRow } from './flights-queries.ts';
import { addedCreativeWords, makeCreative } from './make-creative.ts';
import {
  creativesAround,
  proposedColumns,
  proposedCreatives,
  refuseWithoutPicture,
  storeProposal,
} from './proposed-changes.ts';
import type { CampaignNeeds } from './read-flights.ts';
import { describeWrittenFlight, flightRow } from './show-flight.ts';

/**
 * Checks and normalizes the URL that a click opens. It must be public and use https, because passers-by open it on
 * their phones.
 */
export function checkedTarget(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw new FieldError({ target: 'Enter a URL that starts with https://.' });
  if (!isPublicHost(url.hostname))
    throw new FieldError({ target: 'This URL isn’t on the public internet. Enter one that everyone can open.' });
  return url.href;
}

/** UTM parameters as sent. An empty value means none. */
export type GivenUtm = { readonly [Name in UtmName]?: string | undefined };

/** Checks UTM parameters and returns them for storage. */
export function checkedUtm(given: GivenUtm): string {
  const entries = UTM_NAMES.map((name) => [name, checkedParameter(name, given[name] ?? '')] as const);
  return writeUtm(Object.fromEntries(entries));
}

function checkedParameter(name: UtmName, value: string): string {
  try {
    return checkedText(name, value, UTM_LENGTH);
  } catch (reason) {
    throw reason instanceof FieldError ? reason.below('utm') : reason;
  }
}

export function checkedSeconds(text: string): number {
  const { least, most } = CREATIVE_SECONDS;
  const seconds = Number(text);
  if (!Number.isInteger(seconds) || seconds < least || seconds > most)
    throw new FieldError({ seconds: `Enter ${least} to ${most} seconds.` });
  return seconds;
}

/**
 * Whether the change is only a proposal. An advertiser can only propose creatives for an approved flight, because no
 * administrator has reviewed a new picture.
 */
const isProposal = ({ actor }: FlightChanger, { state }: FlightRow): boolean =>
  actor === 'manager' && state === 'approved';

const requireChange = (changer: FlightChanger, row: FlightRow): void =>
  requireAct(row, isProposal(changer, row) ? 'propose' : 'edit', changer);

type Proposing = { readonly tx: Tx; readonly stored: FlightRow; readonly nowMs: number };

/** Stores the current proposal for a flight's creatives. Returns the audit entry. */
async function propose(
  { context }: FlightChanger,
  { tx, stored, nowMs }: Proposing,
  creatives: ReturnType<typeof proposedCreatives>,
  detail: Noted['detail'],
): Promise<Noted> {
  const proposal = { columns: proposedColumns(stored), creatives };
  const isThere = await storeProposal(tx, stored.id, proposal, { author: context.author, at: nowMs });
  const action = isThere ? 'flight.change-proposed' : 'flight.change-withdrawn';
  return { action, subject: stored.code, detail };
}

/** Describes a creative's weight and UTM parameters for the flight's history. */
const deliveryWords = ({ name, weight, utm }: Pick<CreativeRow, 'name' | 'weight' | 'utm'>): string =>
  [`${name}, weight ${weight}`, ...Object.entries(readUtm(utm)).map(([field, value]) => `${field}=${value}`)].join(
    ', ',
  );

const MARK = 'vbp_';
/** The parts of a preview token: the creative's id without hyphens, the expiry in seconds, the key's id and the proof. */
const PREVIEW_TOKEN = /^vbp_([0-9a-f]{32})\.([0-9a-z]{1,9})\.([\w-]{0,64})\.([\w-]{43})$/;

const proofOf = ({ bytes }: Key, creative: string, expiry: string): string =>
  createHmac('sha256', bytes).update(`ad-preview:${creative}:${expiry}`).digest('base64url');

/** Signs a link to a creative's preview. The link needs no row: it holds what it opens and until when. */
function signPreview({ config: { keys } }: CampaignNeeds, creativeId: string, expiresMs: number): string {
  const key = keys.current('ad-previews');
  const [creative, expiry] = [creativeId.replaceAll('-', ''), (expiresMs / SECOND_MS).toString(36)];
  return `${MARK}${creative}.${expiry}.${key.id}.${proofOf(key, creative, expiry)}`;
}

const uuidOf = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Returns the creative behind a preview link. A forged, expired and unknown link get the same answer. */
async function openPreview({ accounts, config: { keys }, now }: CampaignNeeds, token: string) {
  const gone = new AppError('not-found', 'This preview link has expired or is incomplete. Ask for a new one.');
  const [, creative = '', expiry = '', keyId = '', proof = ''] = PREVIEW_TOKEN.exec(token) ?? [];
  const key = keys.find('ad-previews', keyId);
  const expiresMs = Number.parseInt(expiry, 36) * SECOND_MS;
  if (key === null || creative === '') throw gone;
  if (!timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(key, creative, expiry)))) throw gone;
  const row = expiresMs > now() ? await findPreviewed(accounts, uuidOf(creative)) : undefined;
  const shown = row === undefined ? undefined : shownCreative(row);
  if (row === undefined || shown === undefined || shown.url === null) throw gone;
  const { name, seconds, url, click_target } = shown;
  const sponsor = row.sponsor === '' ? row.advertiser : row.sponsor;
  return { name, sponsor, seconds, url, click_target, expires_at: new Date(expiresMs).toISOString() };
}

/** Returns a flight's figures by creative. Creatives that were removed are included if they had views. */
async function figuresByCreative(needs: CampaignNeeds, scope: Scope, row: FlightRow) {
  const fromMs = needs.now() - CREATIVE_FIGURE_DAYS * DAY_MS;
  const [all, sums] = await Promise.all([
    findEveryCreativeOf(needs.accounts, row.id),
    sumCreatives(needs.events, scope, row.key, fromMs),
  ]);
  const figuresOf = ({ views, clicks, burns }: CreativeSums) => ({
    views: METRICS.views.value({ views }, 0) ?? 0,
    clicks: METRICS.clicks.value({ clicks }, 0) ?? 0,
    burns: METRICS.burns.value({ burns }, 0) ?? 0,
    click_rate: METRICS.click_rate.value({ clicks, views }, 0),
    burn_rate: METRICS.burn_rate.value({ burns, views }, 0),
  });
  const none = { views: 0, clicks: 0, burns: 0 };
  const marks = new Set(all.map(({ id }) => creativeMark(id)));
  const other = { ...none };
  // A flight that only ever had one creative showed it in every view, even in those without a play.
  const [only] = all.length === 1 ? marks : [];
  const ofOnly = only === undefined ? none : { ...(sums.get(only) ?? none) };
  for (const [mark, sum] of sums)
    if (only !== undefined && mark !== only)
      for (const kind of ['views', 'clicks', 'burns'] as const) ofOnly[kind] += sum[kind];
    else if (!marks.has(mark)) for (const kind of ['views', 'clicks', 'burns'] as const) other[kind] += sum[kind];
  return {
    from: new Date(fromMs).toISOString(),
    creatives: all
      .filter(({ id, removed_at: removed }) => removed === null || sums.has(creativeMark(id)))
      .map(({ id, name, removed_at: removed }) => ({
        id,
        name,
        is_removed: removed !== null,
        ...figuresOf(only === undefined ? (sums.get(creativeMark(id)) ?? none) : ofOnly),
      })),
    other: figuresOf(other),
  };
}

/** Registers the routes for flight pictures, which are uploaded, re-encoded, and served under their hash. */
export function creativeRoutes(needs: CampaignNeeds, changerOf: (request: FastifyRequest) => FlightChanger) {
  return async (app: FastifyInstance): Promise<void> => {
    app.register(async (scope) => {
      scope.addContentTypeParser([...CREATIVE_TYPES], { parseAs: 'buffer' }, (_request, body, done) =>
        done(null, body),
      );
      addRoute(
        scope,
        addCreative,
        async (request) => {
          const changer = changerOf(request);
          const { id } = request.params;
          const fields = {
            name: checkedText('name', request.query.name, 120),
            duration_seconds: checkedSeconds(request.query.seconds),
            target_url: checkedTarget(request.query.target),
          };
          requireChange(changer, await flightRow(needs, changer.scope, id));
          const body: unknown = request.body;
          if (!Buffer.isBuffer(body))
            throw new AppError(
              'unsupported',
              'Send the picture as the request body, with its type as Content-Type: PNG, JPEG or WebP.',
            );
          const file = await makeCreative(body);
          await changeFlightRow(changer, { id }, async ({ tx, stored, nowMs }) => {
            requireChange(changer, stored);
            const proposed = proposedCreatives(stored);
            const present = await findCreativesOf(tx, stored.id);
            if (present.length + proposed.added.length >= MOST_CREATIVES)
              throw new AppError(
                'conflict',
                `A flight can have at most ${MOST_CREATIVES} creatives. Remove one first.`,
              );
            const isProposed = isProposal(changer, stored);
            const row = { id: newId(), flight_id: stored.id, ...fields, removed_at: isProposed ? nowMs : null };
            await insertCreative(tx, { ...file, created_at: nowMs }, row);
            const after = addedCreativeWords(fields, file);
            const detail = { creative: { before: null, after } };
            if (!isProposed) return { action: 'flight.creative-added', subject: stored.code, detail };
            const creatives = { ...proposed, added: [...proposed.added, row.id] };
            return propose(changer, { tx, stored, nowMs }, creatives, detail);
          });
          return describeWrittenFlight(needs, changer, id);
        },
        { bodyLimit: CREATIVE_BYTES, isSlowUpload: true },
      );
    });
    addRoute(app, updateCreative, async (request) => {
      const changer = changerOf(request);
      const { id, creative: creativeId } = request.params;
      const { version, weight, utm } = request.body;
      const given = {
        ...(weight === undefined ? {} : { weight }),
        ...(utm === undefined ? {} : { utm: checkedUtm(utm) }),
      };
      await changeFlightRow(changer, { id, version }, async ({ tx, stored }) => {
        requireChange(changer, stored);
        const creative = (await findCreativesOf(tx, stored.id)).find((one) => one.id === creativeId);
        if (creative === undefined) throw new AppError('not-found', 'Creative not found.');
        if (isEmpty(changedFields<Record<string, unknown>>(creative, given))) return null;
        await updateCreativeRow(tx, creativeId, given);
        return {
          action: 'flight.creative-changed',
          subject: stored.code,
          detail: { creative: { before: deliveryWords(creative), after: deliveryWords({ ...creative, ...given }) } },
        };
      });
      return describeWrittenFlight(needs, changer, id);
    });
    addRoute(app, removeCreative, async (request) => {
      const changer = changerOf(request);
      const { id, creative: creativeId } = request.params;
      await changeFlightRow(changer, { id }, async ({ tx, stored, nowMs }) => {
        requireChange(changer, stored);
        const { now: present, coming } = await creativesAround(tx, stored);
        const isProposed = isProposal(changer, stored);
        const creative = [...present, ...(isProposed ? coming : [])].find((one) => one.id === creativeId);
        if (creative === undefined) throw new AppError('not-found', 'Creative not found.');
        const detail = { creative: { before: creative.name, after: null } };
        if (isProposed) {
          const { added, removed } = proposedCreatives(stored);
          const creatives = coming.includes(creative)
            ? { added: added.filter((one) => one !== creativeId), removed }
            : { added, removed: [...new Set([...removed, creativeId])] };
          const isKept = (one: CreativeRow) => ![...creatives.removed, creativeId].includes(one.id);
          refuseWithoutPicture(present, [...present, ...coming].filter(isKept));
          return propose(changer, { tx, stored, nowMs }, creatives, detail);
        }
        if (stored.state === 'approved')
          refuseWithoutPicture(
            present,
            present.filter((one) => one !== creative),
          );
        await removeCreativeRow(tx, creativeId, nowMs);
        return { action: 'flight.creative-removed', subject: stored.code, detail };
      });
      return describeWrittenFlight(needs, changer, id);
    });
    addRoute(app, linkCreativePreview, async (request) => {
      const changer = changerOf(request);
      const { id, creative: creativeId } = request.params;
      const row = await flightRow(needs, changer.scope, id);
      const creative = (await findCreativesOf(needs.accounts, row.id)).find((one) => one.id === creativeId);
      if (creative === undefined) throw new AppError('not-found', 'Creative not found.');
      const { days = PREVIEW_DAYS.usual } = request.body;
      const expiresMs = Math.floor((needs.now() + days * DAY_MS) / SECOND_MS) * SECOND_MS;
      const expiresAt = new Date(expiresMs).toISOString();
      const token = signPreview(needs, creativeId, expiresMs);
      await writeAudit(needs.accounts, {
        ...changer.context.author,
        at: needs.now(),
        action: 'flight.preview-linked',
        subject: row.code,
        detail: { creative: creative.name, expires_at: expiresAt },
      });
      return { url: `${needs.config.publicUrl}/ad-preview#${token}`, token, expires_at: expiresAt };
    });
    addRoute(app, openCreativePreview, (request) => openPreview(needs, request.body.token), {
      rateLimit: { max: 120, timeWindow: MINUTE_MS },
    });
    addRoute(
      app,
      getCreativeFigures,
      async (request) => {
        const scope = scopeOfRequest(request);
        return figuresByCreative(needs, scope, await flightRow(needs, scope, request.params.id));
      },
      { isCostly: true },
    );
    addRoute(app, getCreativeFile, async ({ params }, reply) => {
      const [hash = ''] = params.file.split('.');
      const found = await findCreativeImage(needs.accounts, hash);
      if (found === undefined) throw new AppError('not-found', 'Picture not found.');
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('content-disposition', 'inline')
        .type(found.type)
        .send(Buffer.from(found.image, 'base64'));
    });
  };
}
