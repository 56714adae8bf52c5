import type { FastifyInstance } from 'fastify';
import { v7 as newId } from 'uuid';
import {
  getLetterhead,
  type Letterhead,
  type LetterheadForm,
  LOGO_BYTES,
  MOST_LETTER_LINES,
  setLetterhead,
} from '#contract/letterhead.ts';
import { insertWithAudit } from '../../administration/insert-with-audit.ts';
import { changedFields, isEmpty } from '../../administration/optimistic-lock.ts';
import { takeAuditTurn } from '../../audit/write-audit.ts';
import { findNewestLetterhead, insertLetterhead, type LetterheadRow } from '../../billing/letterhead-queries.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import { checkedText } from '../../network/checked-fields.ts';
import { type Drawing, redrawPicture } from '../../pictures/decode-picture.ts';
import { RefusedPicture } from '../../pictures/refused-picture.ts';
import type { AcceptedPictures } from '../../pictures/strip-picture.ts';

const LONGEST_LINE = 100;
const NOTHING = { name: '', address: '', tax_id: '', contact: '', payment: '', logo: '', paper: 'country' } as const;
type Written = Omit<LetterheadRow, 'id' | 'made_at' | 'made_by'>;

/** Registers the routes for the sender of documents (docs/ledger-and-documents.md#documents). */
export function letterheadRoutes({ accounts, now }: Pick<Dependencies, 'accounts' | 'now'>) {
  const show = async (): Promise<Letterhead> => shown(await findNewestLetterhead(accounts));

  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, getLetterhead, show);
    addRoute(
      app,
      setLetterhead,
      async (request) => {
        const { logo, ...sent } = checked(request.body);
        const { paper, since } = request.body;
        const drawn = logo === null || logo === '' ? logo : await makeLogo(logo);
        await insertWithAudit({ accounts, now, author: authorOf(request) }, async ({ tx, nowMs, note }) => {
          // Serializes changes: if two callers read the same version, only the first one changes it.
          await takeAuditTurn(tx);
          const newest = await findNewestLetterhead(tx);
          if (since !== sinceOf(newest)) throw outrun();
          const before: Written = written(newest);
          const words = { ...sent, paper: paper ?? before.paper };
          const after: Written = { ...words, logo: drawn ?? before.logo };
          const { logo: oldLogo, ...oldWords } = before;
          const detail = {
            ...changedFields(oldWords, words),
            ...(oldLogo === after.logo
              ? {}
              : {
                  logo: {
                    before: oldLogo === '' ? '' : 'a picture',
                    after: after.logo === '' ? '' : 'another picture',
                  },
                }),
          };
          if (isEmpty(detail)) return;
          await insertLetterhead(tx, {
            id: newId(),
            made_at: Math.max(nowMs, (newest?.made_at ?? 0) + 1),
            made_by: authorOf(request).actor,
            ...after,
          });
          await note({ action: 'letterhead.changed', subject: 'documents', detail });
        });
        return show();
      },
      { bodyLimit: LOGO_BYTES * 2, isSlowUpload: true },
    );
  };
}

const written = (row: LetterheadRow | undefined): Written => {
  if (row === undefined) return NOTHING;
  const { name, address, tax_id, contact, payment, logo, paper } = row;
  return { name, address, tax_id, contact, payment, logo, paper };
};

function shown(row: LetterheadRow | undefined): Letterhead {
  const { logo, ...words } = written(row);
  return {
    ...words,
    logo: logo === '' ? null : `data:image/jpeg;base64,${logo}`,
    since: sinceOf(row),
    by: row?.made_by ?? '',
  };
}

const sinceOf = (row: LetterheadRow | undefined): string | null =>
  row === undefined ? null : new Date(row.made_at).toISOString();

const outrun = () =>
  new AppError('conflict', 'This letterhead was changed since you opened it. Reload it, then make your change again.');

function checked({
  name,
  address,
  tax_id,
  contact,
  payment,
  logo,
}: LetterheadForm): Omit<LetterheadForm, 'paper' | 'since'> {
  const own = checkedText('name', name, LONGEST_LINE);
  if (own === '') throw new FieldError({ name: 'Enter the name of the company.' });
  return {
    name: own,
    address: checkedLines('address', address),
    tax_id: checkedText('tax_id', tax_id, 60),
    contact: checkedText('contact', contact, LONGEST_LINE),
    payment: checkedLines('payment', payment),
    logo,
  };
}

/** Checks each line separately and drops empty lines. */
function checkedLines(field: string, text: string): string {
  const lines = text.split(/\r?\n/).map((line) => checkedText(field, line, LONGEST_LINE));
  const kept = lines.filter((line) => line !== '');
  if (kept.length > MOST_LETTER_LINES) throw new FieldError({ [field]: `Enter at most ${MOST_LETTER_LINES} lines.` });
  return kept.join('\n');
}

const ACCEPTED: AcceptedPictures = {
  formats: ['jpeg', 'png', 'webp'],
  hint: 'Choose a PNG, JPEG or WebP.',
  mostPixels: 20_000_000,
};
/** How a logo is drawn: at three times the printed size in points, for sharp print. */
const DRAWING: Drawing = {
  resize: { width: 540, height: 132, fit: 'inside', withoutEnlargement: true },
  background: '#ffffff',
  output: { format: 'jpeg', options: { quality: 92, chromaSubsampling: '4:4:4' } },
};

const refusal = (why: string) => new FieldError({ logo: why });

/**
 * Converts a logo to stored form: a JPEG on white in base64. The logo is redrawn, so that nothing else from the file
 * remains. A PDF embeds a JPEG unchanged. Other formats would be recompressed whenever a document is drawn again, with
 * the compressor in use at that time.
 */
export async function makeLogo(base64: string): Promise<string> {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > LOGO_BYTES) throw refusal('The picture is larger than 2 MB.');
  const drawn = await redrawPicture(bytes, ACCEPTED, DRAWING).catch((error: unknown) => {
    throw error instanceof RefusedPicture ? refusal(error.message) : error;
  });
  return Buffer.from(drawn.bytes).toString('base64');
}
