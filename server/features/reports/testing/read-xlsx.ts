import { inflateRawSync } from 'node:zlib';

/** Unpacks a ZIP archive into its files by name, using the archive's directory. */
export function unzip(bytes: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'));
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place));
    const name = bytes.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    const local = bytes.readUInt32LE(at + 42);
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(from, from + bytes.readUInt32LE(at + 20));
    files.set(name, (bytes.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)).toString('utf8'));
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return files;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const plain = (xml: string): string =>
  [...xml.matchAll(/<t[^>]*>([^<]*)<\/t>/g)]
    .map(([, text = '']) => text.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole))
    .join('');

/**
 * Reads the cells in the first sheet, row by row. Text is a string, a number is a number, a date is its serial number,
 * and an empty cell is null.
 */
export function readXlsx(bytes: Buffer): (string | number | null)[][] {
  const files = unzip(bytes);
  const texts = [...(files.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>.*?<\/si>/gs)].map(([one]) => plain(one));
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? '';
  const rows = sheet.matchAll(/<row\b[^>]*?(?:\/>|>(.*?)<\/row>)/gs);
  return [...rows].map(([, row = '']) =>
    [...row.matchAll(/<c\b([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(([, of = '', cell = '']) => {
      const value = /<v>([^<]*)<\/v>/.exec(cell)?.[1];
      if (of.includes('t="inlineStr"')) return plain(cell);
      if (value === undefined) return null;
      return of.includes('t="s"') ? (texts[Number(value)] ?? '') : Number(value);
    }),
  );
}
