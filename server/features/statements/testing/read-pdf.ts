import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Returns the words on all pages, in reading order. */
export async function readPdf(pdf: Buffer): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const parts: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    parts.push(...items.map((item) => ('str' in item ? item.str : '')));
  }
  await document.destroy();
  return parts.join(' ').replace(/\s+/g, ' ');
}
