import * as Type from 'typebox';
import type { Endpoint } from './endpoint.ts';

/** What administrators must know about the installation until it is put right. */
export const Notice = Type.Object({
  /** What it is about; there is one notice of a kind at most. */
  kind: Type.String(),
  text: Type.String(),
  since_at: Type.String(),
});
export type Notice = Type.Static<typeof Notice>;

export const listNotices = {
  method: 'GET',
  url: '/notices',
  allowed: 'admin',
  summary: 'What administrators must know about the installation, the oldest first',
  schema: { response: { 200: Type.Object({ data: Type.Array(Notice) }) } },
} as const satisfies Endpoint;
