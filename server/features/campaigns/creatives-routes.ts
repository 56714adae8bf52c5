import type { FastifyInstance, FastifyRequest } from 'fastify';
import { v7 as newId } from 'uuid';
import {
  addCreative,
  CREATIVE_BYTES,
  CREATIVE_SECONDS,
  CREATIVE_TYPES,
  getCreativeFile,
  MOST_CREATIVES,
  removeCreative,
} from '#contract/creatives.ts';
import type { Noted } from '../../administration/optimistic-lock.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { isPublicHost } from '../../lib/public-address.ts';
import { checkedText } from '../../network/checked-fields.ts';
import { changeFlightRow, type FlightChanger, requireAct } from './change-flight.ts';
import {
  type CreativeRow,
  findCreativeImage,
  findCreativesOf,
  insertCreative,
  removeCreativeRow,
  type Tx,
} from './creatives-queries.ts';
import type { FlightRow } from './flights-queries.ts';
import { makeCreative } from './make-creative.ts';
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
            const after = `${fields.name}, ${fields.duration_seconds} s, ${fields.target_url}, ${file.hash.slice(0, 12)}`;
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
