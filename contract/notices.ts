import * as Type from 'typebox';
import type { Endpoint } from './endpoint.ts';

/** A problem with the installation, which administrators see until it is fixed. */
export const Notice = Type.Object({
  /** The kind of problem. At most one notice exists per kind. */
  kind: Type.String(),
  text: Type.String(),
  since_at: Type.String(),
});
export type Notice = Type.Static<typeof Notice>;

export const listNotices = {
  method: 'GET',
  url: '/notices',
  allowed: 'admin',
  tokenScope: 'system:read',
  summary: 'List notices about the installation for administrators, oldest first',
  schema: { response: { 200: Type.Object({ data: Type.Array(Notice) }) } },
} as const satisfies Endpoint;
