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
import { addRoute } from '../../http/add-route.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { checkedText } from '../../network/checked-fields.ts';
import { changeFlightRow, type FlightChanger, requireAct } from './change-flight.ts';
import { findCreativeImage, findCreativesOf, insertCreative, removeCreativeRow } from './creatives-queries.ts';
import { makeCreative } from './make-creative.ts';
import type { CampaignNeeds } from './read-flights.ts';
import { describeFlight, flightRow } from './show-flight.ts';

function checkedTarget(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw new FieldError({ target: 'Write an address that begins with https://.' });
  return url.href;
}

function checkedSeconds(text: string): number {
  const { least, most } = CREATIVE_SECONDS;
  const seconds = Number(text);
  if (seconds < least || seconds > most)
    throw new FieldError({ seconds: `An ad is shown for ${least} to ${most} seconds.` });
  return seconds;
}

/** Who may add to an approved flight: an advertiser proposes changes, and a new picture is one that nobody looked at. */
const mayChange = (changer: FlightChanger, row: Parameters<typeof requireAct>[0]) => requireAct(row, 'edit', changer);

/** Pictures of flights: taken, re-encoded, and served under their hash. */
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
          mayChange(changer, await flightRow(needs, changer.scope, id));
          const body: unknown = request.body;
          if (!Buffer.isBuffer(body))
            throw new AppError(
              'unsupported',
              'Send the picture itself, with its type as Content-Type: PNG, JPEG or WebP.',
            );
          const file = await makeCreative(body);
          await changeFlightRow(changer, { id }, async ({ tx, stored, nowMs }) => {
            mayChange(changer, stored);
            const present = await findCreativesOf(tx, stored.id);
            if (present.length >= MOST_CREATIVES)
              throw new AppError('conflict', `A flight has ${MOST_CREATIVES} creatives at most. Remove one first.`);
            await insertCreative(tx, { ...file, created_at: nowMs }, { id: newId(), flight_id: stored.id, ...fields });
            const after = `${fields.name}, ${fields.duration_seconds} s, ${fields.target_url}, ${file.hash.slice(0, 12)}`;
            return {
              action: 'flight.creative-added',
              subject: stored.code,
              detail: { creative: { before: null, after } },
            };
          });
          return describeFlight(needs, changer.scope, changer.actor, id);
        },
        { bodyLimit: CREATIVE_BYTES, isSlowUpload: true },
      );
    });
    addRoute(app, removeCreative, async (request) => {
      const changer = changerOf(request);
      const { id, creative: creativeId } = request.params;
      await changeFlightRow(changer, { id }, async ({ tx, stored, nowMs }) => {
        mayChange(changer, stored);
        const present = await findCreativesOf(tx, stored.id);
        const creative = present.find((one) => one.id === creativeId);
        if (creative === undefined) throw new AppError('not-found', 'There is no such creative.');
        const pictured = present.filter((one) => one.file_hash !== null);
        if (stored.state === 'approved' && pictured.length === 1 && pictured[0] === creative)
          throw new AppError('conflict', 'An approved flight keeps its last creative. Add another one first.');
        await removeCreativeRow(tx, creativeId, nowMs);
        const detail = { creative: { before: creative.name, after: null } };
        return { action: 'flight.creative-removed', subject: stored.code, detail };
      });
      return describeFlight(needs, changer.scope, changer.actor, id);
    });
    addRoute(app, getCreativeFile, async ({ params }, reply) => {
      const [hash = ''] = params.file.split('.');
      const found = await findCreativeImage(needs.accounts, hash);
      if (found === undefined) throw new AppError('not-found', 'There is no such picture.');
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
