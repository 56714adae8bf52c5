import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as Type from 'typebox';
import { Value } from 'typebox/value';
import { CopyError } from './copy-error.ts';

/** Written last: a folder without it is no backup. */
export const MANIFEST = 'manifest.json';
export const FIGURES_FILE = 'events/figures.json';
/** What of a data folder goes along beside the stores. */
export const KEPT_FILES = ['session-secret', 'demo-keys.json'] as const;

export const FORMAT = 'voltboard-backup-1';

const Manifest = Type.Object({
  format: Type.Literal(FORMAT),
  product: Type.String(),
  id: Type.String(),
  made: Type.String(),
  installation: Type.Union([Type.String(), Type.Null()]),
  accounts: Type.Object({
    migrations: Type.Array(Type.String()),
    numbers: Type.Record(Type.String(), Type.Number()),
    tables: Type.Array(Type.Object({ table: Type.String(), rows: Type.Number(), file: Type.String() })),
  }),
  events: Type.Object({
    migrations: Type.Array(Type.String()),
    parts: Type.Array(
      Type.Object({
        table: Type.Union([
          Type.Literal('events'),
          Type.Literal('archived_quarter'),
          Type.Literal('sealed_invalid'),
          Type.Literal('sealed_day'),
          Type.Literal('device_total'),
          Type.Literal('device_recent'),
          Type.Literal('device_day'),
        ]),
        partition: Type.String(),
        columns: Type.Array(Type.String({ pattern: '^[a-z_]+$' })),
        file: Type.String(),
      }),
    ),
  }),
  kept: Type.Array(Type.Union([Type.Literal('session-secret'), Type.Literal('demo-keys.json')])),
  /** Every file but this one. */
  files: Type.Record(Type.String(), Type.Object({ bytes: Type.Number(), sha256: Type.String() })),
  /** For the reader: the sums over everything. */
  totals: Type.Object({ events: Type.Number(), amountMicros: Type.Number(), ownerMicros: Type.Number() }),
});

export type Manifest = Type.Static<typeof Manifest>;

const SealedManifest = Type.Object({ sha256: Type.String(), manifest: Manifest });

const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');

export const encodeManifest = (manifest: Manifest): string =>
  `${JSON.stringify({ sha256: sha256(JSON.stringify(manifest)), manifest }, null, 1)}\n`;

export function readManifest(folder: string): Manifest {
  let text: string;
  try {
    text = readFileSync(join(folder, MANIFEST), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES')
      throw new CopyError(`${folder} cannot be read by this user.`);
    throw new CopyError(`${folder} is no backup, or one that was never finished: it has no ${MANIFEST}.`);
  }
  const sealed = parseJson(text);
  if (!Value.Check(SealedManifest, sealed) || sha256(JSON.stringify(sealed.manifest)) !== sealed.sha256)
    throw new CopyError(`${join(folder, MANIFEST)} is damaged, or of a newer Voltboard: use another backup.`);
  return sealed.manifest;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
