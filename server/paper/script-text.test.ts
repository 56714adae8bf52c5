// Played by `npm run test:full` alone.
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCanvas } from './canvas.ts';
import { LETTER, PAGES } from './page-sizes.ts';
import { printableName } from './printable-name.ts';

/** Names as people write them, in every script that has a font. */
const NAMES = {
  latin: 'Müller & Söhne Kaffeeröstereien Köln GmbH & Co. KG',
  greek: 'Ξενία Αθηνών',
  cyrillic: 'Кофейня Москва',
  arabic: 'مقهى القاهرة',
  persian: 'می\u200cخواهم کافه',
  hebrew: 'בית קפה שלום',
  sinhala: 'ශ\u0dca\u200dරී ලංකා',
  family: '👩‍👩‍👧 Café',
  chinese: '北京咖啡馆 Berlin',
  traditional: '臺灣咖啡',
  japanese: '東京コーヒー株式会社',
  korean: '서울 커피숍',
  thai: 'โฆษณา ไทย จำกัด',
  hindi: 'हिन्दी क्षेत्र विज्ञापन',
  bengali: 'বাংলা কফি',
  gurmukhi: 'ਪੰਜਾਬੀ ਚਾਹ',
  gujarati: 'ગુજરાતી ચા',
  oriya: 'ଓଡ଼ିଆ ଚା',
  tamil: 'தமிழ் காபி',
  telugu: 'తెలుగు కాఫీ',
  kannada: 'ಕನ್ನಡ ಕಾಫಿ',
  malayalam: 'മലയാളം കാപ്പി',
  lao: 'ລາວ ກາເຟ',
  khmer: 'ភាសាខ្មែរ',
  burmese: 'မြန်မာ ကြောင်း',
  amharic: 'አማርኛ ቡና',
  armenian: 'Հայաստան',
  georgian: 'ქართული',
  pictures: '🙂 ❤️ 🇩🇪 👍🏽 ☕ 1️⃣',
  marks: 'a\u0301e\u0301\u0323 ﷺ ＡＢＣ ｶﾀｶﾅ ①',
  mixed: 'Shop "שלום" (مقهى) in 東京 & ไทย',
} as const;

async function drawn(texts: readonly string[], page = LETTER): Promise<string> {
  const canvas = await createCanvas({ title: '', subject: '', issuedAtMs: 0, isPlain: true, page, texts });
  const bytes = buffer(canvas.doc as unknown as NodeJS.ReadableStream);
  canvas.doc.addPage();
  for (const [at, text] of texts.entries())
    for (const font of ['regular', 'strong', 'mono'] as const) canvas.text(text, 40, 60 + at, { size: 10, font });
  canvas.doc.end();
  return (await bytes).toString('latin1');
}

/**
 * Returns the glyphs that a page writes, as their numbers in the subset. 0 is the box for a character that the font
 * lacks.
 */
const shownIn = (pdf: string): readonly string[] =>
  [...pdf.matchAll(/\[([^\]]*)\] TJ/g)].flatMap(
    ([, operand = '']) => operand.match(/[0-9a-f]{4}(?=(?:[0-9a-f]{4})*>)/g) ?? [],
  );
const glyphsOf = (pdf: string): readonly number[] => shownIn(pdf).map((hex) => Number.parseInt(hex, 16));
const fontsOf = (pdf: string): readonly string[] =>
  [...new Set([...pdf.matchAll(/\/FontName \/[A-Z]{6}\+(\S+)/g)].map(([, name = '']) => name))].sort();

test.each(Object.entries(NAMES))('draws a name in %s in its own letters', async (_, name) => {
  const pdf = await drawn([name]);
  const glyphs = glyphsOf(pdf);
  expect(glyphs.length).toBeGreaterThan(3);
  expect(glyphs).not.toContain(0);
});

test('draws any mixture of scripts without an empty box', async () => {
  const characters = [...new Set(Object.values(NAMES).join('')), ...'0,.-–()[]/&\'"!?।。، \u200c\u200d\u200f\u0301'];
  const texts = fc.array(fc.string({ unit: fc.constantFrom(...characters), maxLength: 30 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(texts, async (some) => {
      expect(glyphsOf(await drawn(some))).not.toContain(0);
    }),
    { numRuns: 40 },
  );
});

test('a name of Latin letters needs no other font, and one of another script only a small part of its own', async () => {
  expect(fontsOf(await drawn([NAMES.latin]))).toEqual(['DejaVuSansMono', 'Inter-Regular', 'Inter-SemiBold']);
  const pdf = await drawn([NAMES.japanese]);
  const fonts = fontsOf(pdf);
  expect(fonts.length).toBeGreaterThan(1);
  for (const font of fonts) expect(font).toMatch(/^noto-sans-jp-\d+-(400|600)$/);
  expect(pdf.length).toBeLessThan(64 * 1_024);
});

test('the same texts give the same bytes, regardless of earlier drawings', async () => {
  const first = await drawn([NAMES.japanese, NAMES.hindi]);
  await drawn(Object.values(NAMES));
  expect(await drawn([NAMES.japanese, NAMES.hindi])).toBe(first);
});

/** Returns the characters of a text in one font, in the order in which they are drawn from left to right. */
async function leftToRight(text: string): Promise<string> {
  const canvas = await createCanvas({ title: '', subject: '', issuedAtMs: 0, isPlain: true, texts: [text] });
  const bytes = buffer(canvas.doc as unknown as NodeJS.ReadableStream);
  canvas.doc.addPage();
  canvas.text(text, 40, 60, { size: 10 });
  canvas.doc.end();
  const pdf = (await bytes).toString('latin1');
  const meanings = (/beginbfrange\n<0000> <[0-9a-f]{4}> \[([^\]]*)\]/.exec(pdf)?.[1] ?? '').match(/<[^>]*>/g) ?? [];
  return shownIn(pdf)
    .map((hex) => meanings[Number.parseInt(hex, 16)] ?? '')
    .map((meaning) =>
      String.fromCharCode(...(meaning.match(/[0-9a-f]{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16))),
    )
    .join('');
}

test('Hebrew and Arabic words and letters begin on the right', async () => {
  expect(await leftToRight('שלום בית')).toBe([...'שלום בית'].reverse().join(''));
  // Letters that share a shape stay distinct.
  for (const name of ['مقهى القاهرة', 'مؤسسة الشبكة', 'للقهوة والحلويات', 'فندق تونس بيت'])
    expect(await leftToRight(name)).toBe([...name].reverse().join(''));
});

test('draws signs that precede their letter before it: vowels of Hindi and Thai, the medial ra and the vowel e of Burmese', async () => {
  expect(await leftToRight('नि')).toBe('िन');
  expect(await leftToRight('เก')).toBe('เก');
  expect(await leftToRight('မြ')).toBe('ြမ');
  expect(await leftToRight('ကြောင်း')).toBe('ေြကာင်း');
});

test('all lines of a right-to-left name run from right to left, even those that begin with Latin letters', async () => {
  const name = 'מלון בעיר הגדולה Grand Hotel תל אביב';
  const canvas = await createCanvas({ title: '', subject: '', issuedAtMs: 0, texts: [name] });
  const lines = canvas.lines(name, { size: 10, width: 90 }, 5);
  expect(lines.length).toBeGreaterThan(1);
  const latin = lines.find((line) => /^\u200f?Grand/.test(line));
  if (latin !== undefined) expect(latin.startsWith('\u200f')).toBe(true);
  expect(lines.join(' ').replaceAll('\u200f', '')).toBe(name);
});

test('breaks names of scripts without spaces between characters, never before a stop', async () => {
  const name = '東京駅前コーヒー、株式会社。東京駅前コーヒー';
  const canvas = await createCanvas({ title: '', subject: '', issuedAtMs: 0, texts: [name] });
  const lines = canvas.lines(name, { size: 10, width: 62 }, 8);
  expect(lines.join('')).toBe(name);
  for (const line of lines) {
    expect(canvas.widthOf(line, { size: 10 })).toBeLessThanOrEqual(62);
    expect(line).not.toMatch(/^[、。ー]/);
  }
});

test('draws a character that several languages share in each font, in any combination', async () => {
  const names = ['東京都千代田区', '東京コーヒー', '東京 서울', '東京ㄅㄆ'];
  for (const some of [names, names.toReversed(), [names.join(' ')]])
    expect(fontsOf(await drawn(some)).filter((name) => !name.startsWith('noto-sans-'))).toEqual([]);
});

test('draws characters without a font in Latin letters', async () => {
  const pdf = await drawn(['ܫܠܡܐ']);
  expect(glyphsOf(pdf)).not.toContain(0);
  expect(fontsOf(pdf)).toContain('Inter-Regular');
});

test('a page has the size of its paper, and its content the same width on either paper', async () => {
  expect(await drawn(['x'], PAGES.letter)).toContain('/MediaBox [0 0 612 792]');
  expect(await drawn(['x'], PAGES.a4)).toContain('/MediaBox [0 0 595.28 841.89]');
  const free = Object.values(PAGES).map(({ width, margin }) => Math.round((width - 2 * margin) * 100) / 100);
  expect(free).toEqual([540, 540]);
});

test('keeps joiners that a script needs, and removes those that only hide', () => {
  for (const name of [NAMES.persian, NAMES.sinhala, NAMES.family]) expect(printableName(name)).toBe(name);
  expect(printableName('Pay\u200dPal \u200c\u200d x\u200b\u202ey')).toBe('PayPal xy');
  expect(printableName('မြော')).toBe('မြော');
  expect(printableName(`Z\u0301\u0302\u0303\u0304a`)).toBe(`Z\u0301\u0302\u0303a`.normalize('NFC'));
});
