import * as Type from 'typebox';
import { RowId } from './common.ts';
import type { Endpoint } from './endpoint.ts';

/** Maximum number of hours for which a replaced key stays valid beside its successor (30 days). */
export const MOST_OVERLAP_HOURS = 720;

/** `ending`: the key has been replaced, and is valid until `ends_at`. */
const KeyStatus = Type.Union([
  Type.Literal('good'),
  Type.Literal('ending'),
  Type.Literal('ended'),
  Type.Literal('revoked'),
]);

/** An outlet's or gateway's key, as lists show it. The key itself is never stored (docs/threat-model.md#f1). */
export const AccessKey = Type.Object({
  id: Type.String(),
  /** The first ten characters of the key. */
  prefix: Type.String(),
  label: Type.String(),
  created_at: Type.String(),
  /** Accurate to the hour. */
  last_used_at: Type.Union([Type.String(), Type.Null()]),
  ends_at: Type.Union([Type.String(), Type.Null()]),
  revoked_at: Type.Union([Type.String(), Type.Null()]),
  status: KeyStatus,
});
export type AccessKey = Type.Static<typeof AccessKey>;

/** An issued key. No other response ever contains a key. */
export const IssuedKey = Type.Object({
  key: Type.String(),
  prefix: Type.String(),
  /**
   * The EUI of an outlet that the key may report for, as an example for the first request. Empty if there is none yet.
   */
  eui: Type.String(),
  /** When the replaced key expires. */
  previous_ends_at: Type.Union([Type.String(), Type.Null()]),
});
export type IssuedKey = Type.Static<typeof IssuedKey>;

const Label = Type.String({ maxLength: 100 });

export const issueKey = {
  method: 'POST',
  url: '/admin/keys',
  allowed: 'admin',
  tokenScope: 'none',
  stepUp: true,
  summary: "Create an access key for an outlet, or for a gateway that serves a customer's outlets",
  schema: {
    body: Type.Union([
      Type.Object({ outlet_id: RowId, label: Label }, { additionalProperties: false }),
      Type.Object({ customer_id: RowId, label: Label }, { additionalProperties: false }),
    ]),
    response: { 200: IssuedKey },
  },
} as const satisfies Endpoint;

const KeyParams = Type.Object({ id: RowId }, { additionalProperties: false });

export const rotateKey = {
  method: 'POST',
  url: '/admin/keys/:id/rotate',
  allowed: 'admin',
  tokenScope: 'none',
  stepUp: true,
  summary: 'Rotate an access key; the old key keeps working during the overlap',
  schema: {
    params: KeyParams,
    body: Type.Object(
      { overlap_hours: Type.Integer({ minimum: 0, maximum: MOST_OVERLAP_HOURS }) },
      { additionalProperties: false },
    ),
    response: { 200: IssuedKey },
  },
} as const satisfies Endpoint;

export const revokeKey = {
  method: 'POST',
  url: '/admin/keys/:id/revoke',
  allowed: 'admin',
  tokenScope: 'network:write',
  summary: 'Revoke an access key immediately',
  schema: { params: KeyParams, response: { 200: AccessKey } },
} as const satisfies Endpoint;
