import type { FastifyInstance, FastifyRequest } from 'fastify';
import { v7 as newId } from 'uuid';
import { CREATIVE_BYTES, CREATIVE_TYPES } from '#contract/creatives.ts';
import { getHousePicture, type HousePicture, removeHousePicture, setHousePicture } from '#contract/house-picture.ts';
import { changedFields, isEmpty } from '../../administration/optimistic-lock.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { callerOf } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import { creativeUrl } from '../../network/creative-url.ts';
import { putCreativeFile } from './creatives-queries.ts';
import { checkedSeconds, checkedTarget } from './creatives-routes.ts';
import { deleteHousePicture, findHousePicture, putHousePicture } from './house-picture-queries.ts';
import { makeCreative } from './make-creative.ts';
import { type Property, propertyOf } from './property-creatives.ts';
import type { CampaignNeeds } from './read-flights.ts';

/** The picture that a property shows where no flight runs. It is re-encoded like any creative. */
export function housePictureRoutes(needs: CampaignNeeds) {
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
              'Send the picture itself, with its type as Content-Type: PNG, JPEG or WebP.',
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
