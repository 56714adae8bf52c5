/** The part of pdfkit's document that this module uses. pdfkit's types do not describe it. */
type WrittenDocument = {
  _offset: number;
  readonly page: WrittenPage;
  push(piece: Uint8Array | null): boolean;
  _write(data: string | Uint8Array): void;
  addContent(data: string): unknown;
  flushPages(): void;
};
type WrittenPage = { readonly content: { write(chunk: Uint8Array): void } };

/** Characters per piece. */
const PIECE = 64 * 1024;

const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');

/**
 * Buffers a document's output. pdfkit converts every line of a page and of an object to bytes and sends each
 * separately. A statement of twenty lines was 4,000 pieces, and a fifth of its drawing time (measured). The bytes are
 * the same.
 */
export function writeInPieces(doc: PDFKit.PDFDocument): void {
  const written = doc as unknown as WrittenDocument;
  const push = written.push.bind(doc);
  let waiting = '';
  const send = (): void => {
    if (waiting !== '') push(bytesOf(waiting));
    waiting = '';
  };
  written.push = (piece) => {
    send();
    return push(piece);
  };
  written._write = (data) => {
    if (typeof data !== 'string') {
      written.push(data);
      written._offset += data.length;
      return;
    }
    waiting += `${data}\n`;
    written._offset += data.length + 1;
    if (waiting.length > PIECE) send();
  };

  let lines = '';
  let drawn: WrittenPage | undefined;
  const fillPage = (): void => {
    if (lines !== '') drawn?.content.write(bytesOf(lines));
    lines = '';
  };
  written.addContent = (data) => {
    if (drawn !== written.page) {
      fillPage();
      drawn = written.page;
    }
    lines += `${data}\n`;
    return doc;
  };
  const flushPages = written.flushPages.bind(doc);
  written.flushPages = () => {
    fillPage();
    flushPages();
  };
}
