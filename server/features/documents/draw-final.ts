import { numberText } from '../../billing/document-words.ts';
import type { DocumentRow } from '../../billing/drafts-queries.ts';
import { drawApart } from '../../billing/draw-apart.ts';
import { findLetterhead } from '../../billing/letterhead-queries.ts';
import { readLines } from '../../billing/printed-lines.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

/**
 * Draws the PDF of a final document, for a download or a mail. Throws if the bytes differ from the original: no file is
 * better than another one.
 */
export async function drawFinal(
  accounts: AccountsDb,
  final: DocumentRow,
): Promise<{ readonly bytes: Buffer; readonly subject: string }> {
  const { number, total_cents: cents, final_at: at } = final;
  const document = { ...final, number: number ?? 0, total_cents: cents ?? 0, final_at: at ?? 0 };
  const { bytes, sha256 } = await drawApart(
    { document, lines: await readLines(accounts, final.id) },
    await findLetterhead(accounts, final.letterhead_id),
  );
  if (sha256 !== final.pdf_sha256) throw new Error(`${final.id} is not drawn as it was when it became final`);
  return { bytes, subject: numberText(document.kind, document.number) };
}
