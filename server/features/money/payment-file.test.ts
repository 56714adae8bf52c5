import { expect, test } from 'vitest';
import { paymentFile } from './payment-file.ts';

type Node = {
  readonly name: string;
  readonly attributes: string;
  readonly inner: readonly Node[];
  readonly text: string;
};

/** Parses the file into a tree. Throws if an element does not end where it should. */
function parse(xml: string): Node {
  const [declaration = '', body = ''] = xml.split('\n');
  expect(declaration).toBe('<?xml version="1.0" encoding="UTF-8"?>');
  const open: { name: string; attributes: string; inner: Node[]; text: string }[] = [];
  for (const [, close, name = '', attributes = '', text = ''] of body.matchAll(/<(\/?)([A-Za-z]+)([^>]*)>([^<]*)/g)) {
    if (close === '') open.push({ name, attributes: attributes.trim(), inner: [], text });
    else {
      const done = open.pop();
      if (done?.name !== name || text !== '') throw new Error(`</${name}> ends ${done?.name}`);
      const outer = open.at(-1);
      if (outer === undefined) return done;
      outer.inner.push(done);
    }
  }
  throw new Error('the file breaks off');
}

type Rule = RegExp | readonly (readonly [name: string, rule: Rule, least?: number, most?: number])[];
const TEXT_35 = /^.{1,35}$/s;
const AMOUNT = /^\d{1,13}\.\d{2}$/;
const LATIN = /^[A-Za-z0-9 /?:().,'+-]+$/;
const unescaped = (text: string) => text.replaceAll('&apos;', "'");
const NAME = [['Nm', /^.{1,70}$/su]] as const;
const ACCOUNT: Rule = [
  ['IBAN', /^[A-Z]{2}\d{2}[a-zA-Z0-9]{1,30}$/, 0],
  ['Othr', [['Id', /^.{1,34}$/]], 0],
];
const AGENT: Rule = [
  [
    'FinInstnId',
    [
      ['BICFI', /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 0],
      [
        'ClrSysMmbId',
        [
          ['ClrSysId', [['Cd', /^.{1,5}$/]]],
          ['MmbId', TEXT_35],
        ],
        0,
      ],
    ],
  ],
];
/** The part of the schema pain.001.001.09 that the file uses: elements, order, counts and contents. */
const DOCUMENT: Rule = [
  [
    'CstmrCdtTrfInitn',
    [
      [
        'GrpHdr',
        [
          ['MsgId', TEXT_35],
          ['CreDtTm', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/],
          ['NbOfTxs', /^\d{1,15}$/],
          ['CtrlSum', AMOUNT],
          ['InitgPty', NAME],
        ],
      ],
      [
        'PmtInf',
        [
          ['PmtInfId', TEXT_35],
          ['PmtMtd', /^TRF$/],
          ['NbOfTxs', /^\d{1,15}$/],
          ['CtrlSum', AMOUNT],
          ['PmtTpInf', [['SvcLvl', [['Cd', /^SEPA$/]]]], 0],
          ['ReqdExctnDt', [['Dt', /^\d{4}-\d{2}-\d{2}$/]]],
          ['Dbtr', NAME],
          [
            'DbtrAcct',
            [
              ['Id', ACCOUNT],
              ['Ccy', /^[A-Z]{3}$/],
            ],
          ],
          ['DbtrAgt', AGENT],
          ['ChrgBr', /^SLEV$/, 0],
          [
            'CdtTrfTxInf',
            [
              ['PmtId', [['EndToEndId', TEXT_35]]],
              ['Amt', [['InstdAmt', AMOUNT]]],
              ['CdtrAgt', AGENT],
              ['Cdtr', NAME],
              ['CdtrAcct', [['Id', ACCOUNT]]],
              ['RmtInf', [['Ustrd', /^.{1,140}$/s]]],
            ],
            1,
            Number.POSITIVE_INFINITY,
          ],
        ],
      ],
    ],
  ],
];

function obey(node: Node, rule: Rule, path: string): void {
  if (rule instanceof RegExp) {
    expect(node.inner, path).toEqual([]);
    expect(node.text, path).toMatch(rule);
    return;
  }
  expect(node.text, path).toBe('');
  const left = [...node.inner];
  for (const [name, inner, least = 1, most = 1] of rule) {
    let count = 0;
    for (; left[0]?.name === name; count += 1) obey(left.shift() as Node, inner, `${path}/${name}`);
    expect(count >= least && count <= most, `${path}: ${count} ${name}`).toBe(true);
  }
  expect(left, `${path} has more than it may`).toEqual([]);
}

const FROM = { name: 'Voltboard & Co', account: { number: '000123456789' }, bank: { routing: '021000021' } };
const ORDER = {
  id: 'run-7-0000000000f7',
  orderedAt: '2026-11-20T10:00:00.000Z',
  day: '2026-11-23',
  currency: 'USD',
  from: FROM,
  transfers: [
    {
      id: '01900000000070008000000000000001',
      cents: 3_005,
      words: 'Payout run 7',
      to: { name: 'Hôtel <du Port>', account: { iban: 'DE89370400440532013000' }, bank: { bic: 'DEUTDEFF' } },
    },
    {
      id: '01900000000070008000000000000002',
      cents: 123_456_700,
      words: 'Payout run 7',
      to: { name: 'X'.repeat(200), account: { number: '42' }, bank: { routing: '011000015' } },
    },
  ],
};

test('a bank file has the elements of the standard in order, each with valid content', () => {
  const document = parse(paymentFile(ORDER));
  expect([document.name, document.attributes]).toEqual([
    'Document',
    'xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"',
  ]);
  obey(document, DOCUMENT, 'Document');
});

test('contains the number of payments and their sum, and names in Latin letters', () => {
  const file = paymentFile(ORDER);
  expect(file.match(/<NbOfTxs>2</g)).toHaveLength(2);
  expect(file.match(/<CtrlSum>1234597.05</g)).toHaveLength(2);
  expect(file).toContain('<InstdAmt Ccy="USD">30.05</InstdAmt>');
  expect(file).toContain('<Nm>Hotel (du Port)</Nm>');
  expect(file).toContain('<Nm>Voltboard + Co</Nm>');
  expect(file).not.toMatch(/SEPA|SLEV/);
  expect(paymentFile(ORDER)).toBe(file);
});

const IBAN = { account: { iban: 'DE89370400440532013000' }, bank: { bic: 'DEUTDEFF' } };
const NAMES = [
  'Müller & Söhne Kaffeeröstereien Köln GmbH & Co. KG, Zweigniederlassung am Großen Markt, Nr. 12 (Süd)',
  "O'Neill",
  '北京咖啡馆',
];

test('in euros, is a SEPA credit transfer: service level, charges, Latin letters, and names of up to 70 characters', () => {
  const transfers = NAMES.map((name, at) => ({
    id: `e${at}`,
    cents: 1,
    to: { ...IBAN, name },
    words: `Payout run 7 S-00001${at}; «ß»`,
  }));
  const file = paymentFile({ ...ORDER, currency: 'EUR', from: { ...IBAN, name: 'Ströme & Söhne' }, transfers });
  const document = parse(file);
  obey(document, DOCUMENT, 'Document');
  expect(file).toContain('<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf><ReqdExctnDt>');
  expect(file).toContain('</DbtrAgt><ChrgBr>SLEV</ChrgBr><CdtTrfTxInf>');
  const texts = [...file.matchAll(/<(?:Nm|Ustrd)>([^<]*)</g)].map(([, text = '']) => unescaped(text));
  expect(texts).toHaveLength(2 + 2 * NAMES.length);
  for (const text of texts) expect(text).toMatch(LATIN);
  expect(texts[3]).toMatch(/^Payout run 7 S-000010, /);
});
