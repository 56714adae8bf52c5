import * as Type from 'typebox';
import type { Endpoint } from './endpoint.ts';

/** Maximum size of an uploaded logo in bytes, before the server re-encodes it. */
export const LOGO_BYTES = 2_000_000;

/** Maximum number of lines in an address or in payment details. */
export const MOST_LETTER_LINES = 8;

/** The sender's details on statements and invoices. Line breaks separate lines. */
const Words = {
  name: Type.String({ maxLength: 120 }),
  address: Type.String({ maxLength: 600 }),
  tax_id: Type.String({ maxLength: 60 }),
  /** Contact details: mail, telephone, web. */
  contact: Type.String({ maxLength: 200 }),
  /** On invoices: the account and the payment reference. */
  payment: Type.String({ maxLength: 600 }),
};

/** The paper size for documents and files: the usual size in each customer's country, or one size for all. */
const Paper = Type.Union([Type.Literal('country'), Type.Literal('letter'), Type.Literal('a4')]);

const Letterhead = Type.Object({
  ...Words,
  paper: Paper,
  /** A JPEG as a data URL. Null if there is none. */
  logo: Type.Union([Type.String(), Type.Null()]),
  /** When the letterhead took effect. Null if no letterhead was ever entered. */
  since: Type.Union([Type.String(), Type.Null()]),
  by: Type.String(),
});
export type Letterhead = Type.Static<typeof Letterhead>;

export const getLetterhead = {
  method: 'GET',
  url: '/admin/letterhead',
  allowed: 'admin',
  tokenScope: 'money:read',
  summary: 'Get the letterhead for future documents',
  schema: { response: { 200: Letterhead } },
} as const satisfies Endpoint;

const LetterheadForm = Type.Object(
  {
    ...Words,
    /** Omit it to keep the stored size. */
    paper: Type.Optional(Paper),
    /** A base64 picture replaces the logo, '' removes it, null keeps it. */
    logo: Type.Union([Type.String({ maxLength: Math.ceil(LOGO_BYTES * 1.4) }), Type.Null()]),
    /**
     * The `since` of the letterhead that the user saw. If another letterhead has taken effect, the server responds with
     * 409.
     */
    since: Type.Union([Type.String({ maxLength: 40 }), Type.Null()]),
  },
  { additionalProperties: false },
);
export type LetterheadForm = Type.Static<typeof LetterheadForm>;

export const setLetterhead = {
  method: 'PUT',
  url: '/admin/letterhead',
  allowed: 'admin',
  tokenScope: 'none',
  stepUp: true,
  summary: 'Update the letterhead for future documents; final documents keep theirs',
  schema: { body: LetterheadForm, response: { 200: Letterhead } },
} as const satisfies Endpoint;
