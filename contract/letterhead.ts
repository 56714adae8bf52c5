import * as Type from 'typebox';
import type { Endpoint } from './endpoint.ts';

/** Bytes of a logo as it is sent, before it is drawn anew. */
export const LOGO_BYTES = 2_000_000;

/** Lines of an address or of payment details. */
export const MOST_LETTER_LINES = 8;

/** What stands on statements and invoices of whom they come from. Several lines are parted by line breaks. */
const Words = {
  name: Type.String({ maxLength: 120 }),
  address: Type.String({ maxLength: 600 }),
  tax_id: Type.String({ maxLength: 60 }),
  /** How the reader reaches them: mail, telephone, web. */
  contact: Type.String({ maxLength: 200 }),
  /** On invoices: to which account, by what reference. */
  payment: Type.String({ maxLength: 600 }),
};

/** The paper of documents and files: the usual one of each customer's country, or one for all. */
const Paper = Type.Union([Type.Literal('country'), Type.Literal('letter'), Type.Literal('a4')]);

const Letterhead = Type.Object({
  ...Words,
  paper: Paper,
  /** A JPEG as a data address; null without one. */
  logo: Type.Union([Type.String(), Type.Null()]),
  /** Since when it holds; null where nobody ever wrote one. */
  since: Type.Union([Type.String(), Type.Null()]),
  by: Type.String(),
});
export type Letterhead = Type.Static<typeof Letterhead>;

export const getLetterhead = {
  method: 'GET',
  url: '/admin/letterhead',
  allowed: 'admin',
  summary: 'The letterhead that the next documents get',
  schema: { response: { 200: Letterhead } },
} as const satisfies Endpoint;

const LetterheadForm = Type.Object(
  {
    ...Words,
    /** What is not sent stays as it is. */
    paper: Type.Optional(Paper),
    /** A picture in base64 takes the place of the one before, '' takes it away, null leaves it. */
    logo: Type.Union([Type.String({ maxLength: Math.ceil(LOGO_BYTES * 1.4) }), Type.Null()]),
    /** Of the letterhead that was looked at, as it was told: where another one holds by now it is refused with 409. */
    since: Type.Union([Type.String({ maxLength: 40 }), Type.Null()]),
  },
  { additionalProperties: false },
);
export type LetterheadForm = Type.Static<typeof LetterheadForm>;

export const setLetterhead = {
  method: 'PUT',
  url: '/admin/letterhead',
  allowed: 'admin',
  summary: 'Write the letterhead of documents from now on (needs a fresh login); final ones keep theirs',
  schema: { body: LetterheadForm, response: { 200: Letterhead } },
} as const satisfies Endpoint;
