import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import * as Type from 'typebox';
import { Value } from 'typebox/value';
import { type BackupKey, hasSignature, type KeySettings, readingKeys, signatureOf } from './backup-keys.ts';
import { type BackupPlace, MANIFEST } from './backup-place.ts';
import { CopyError } from './copy-error.ts';

export const FIGURES_FILE = 'events/figures.json';
/** Files in the data folder that a backup includes in addition to the stores. */
export const KEPT_FILES = ['session-secret', 'demo-keys.json'] as const;

export const FORMAT = 'voltboard-backup-2';
/** The backup format of versions that neither signed nor encrypted backups. */
const UNSIGNED_FORMAT = 'voltboard-backup-1';

const Manifest = Type.Object({
  format: Type.Union([Type.Literal(FORMAT), Type.Literal(UNSIGNED_FORMAT)]),
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
  /** The last entry in the audit log. Absent from unsigned backups. */
  audit: Type.Optional(Type.Object({ seq: Type.Number(), hash: Type.String() })),
  kept: Type.Array(Type.Union([Type.Literal('session-secret'), Type.Literal('demo-keys.json')])),
  /** Every file in the backup except the manifest. */
  files: Type.Record(Type.String(), Type.Object({ bytes: Type.Number(), sha256: Type.String() })),
  /** Totals for people to compare. */
  totals: Type.Object({ events: Type.Number(), amountMicros: Type.Number(), ownerMicros: Type.Number() }),
});

export type Manifest = Type.Static<typeof Manifest>;

const SignedManifest = Type.Object({
  format: Type.Literal(FORMAT),
  made: Type.String(),
  key: Type.Object({ source: Type.Enum(['BACKUP_KEY', 'SESSION_SECRET']), id: Type.String() }),
  /** The encrypted manifest in base64. */
  manifest: Type.String(),
});
const SignedFile = Type.Object({ signature: Type.String(), signed: SignedManifest });
const UnsignedFile = Type.Object({ sha256: Type.String(), manifest: Manifest });

const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');

/** Encrypts the manifest, and signs it with a key that is not in the backup. */
export function encodeManifest(manifest: Manifest, key: BackupKey): string {
  const signed: Type.Static<typeof SignedManifest> = {
    format: FORMAT,
    made: manifest.made,
    key: { source: key.source, id: key.id },
    manifest: encrypt(key, JSON.stringify(manifest)),
  };
  return `${JSON.stringify({ signature: signatureOf(key, JSON.stringify(signed)), signed }, null, 1)}\n`;
}

export type OpenedManifest = {
  readonly manifest: Manifest;
  /** Null if the backup is neither signed nor encrypted. */
  readonly key: BackupKey | null;
};

/** Reads the manifest of a backup that has a valid signature, or, with `trustUnsigned`, of an unsigned backup. */
export async function readManifest(
  place: BackupPlace,
  settings: KeySettings,
  { trustUnsigned = false }: { readonly trustUnsigned?: boolean } = {},
): Promise<OpenedManifest> {
  const text = await place.readManifest();
  if (text === null) throw new CopyError(`${place.name} is not a complete backup: it has no ${MANIFEST}.`);
  const file = parseJson(text);
  if (Value.Check(SignedFile, file)) return openSigned(place, file, readingKeys(settings));
  if (Value.Check(UnsignedFile, file) && file.manifest.format === UNSIGNED_FORMAT) {
    if (!trustUnsigned) throw unsigned(place);
    if (sha256(JSON.stringify(file.manifest)) === file.sha256) return { manifest: file.manifest, key: null };
  }
  throw damaged(place);
}

const UNSIGNED =
  'has no signature. Either an earlier version of Voltboard made it, or an attacker who may have changed any account, share or amount in it. ' +
  'Restore it only if no one else could write to it: add --trust-unsigned-backup.';

const unsigned = ({ name }: BackupPlace) => new CopyError(`${name} ${UNSIGNED}`);

const damaged = ({ name }: BackupPlace) =>
  new CopyError(
    `${name}/${MANIFEST} is damaged, was changed, or was written by a newer version of Voltboard. Use another backup.`,
  );

function openSigned(
  place: BackupPlace,
  { signature, signed }: Type.Static<typeof SignedFile>,
  keys: readonly BackupKey[],
): OpenedManifest {
  const key = keys.find(({ id }) => id === signed.key.id);
  if (key === undefined) {
    const { source } = signed.key;
    const where =
      source === 'SESSION_SECRET' ? ' (in the file session-secret in its data folder, if it was not set)' : '';
    throw new CopyError(
      `${place.name} was made with a different ${source}. Set ${source} to the value from the installation that made the backup${where}. Nothing was restored.`,
    );
  }
  const manifest = hasSignature(key, JSON.stringify(signed), signature) ? decrypt(key, signed.manifest) : null;
  if (!Value.Check(Manifest, manifest) || manifest.format !== FORMAT) throw damaged(place);
  return { manifest, key };
}

const [IV_BYTES, TAG_BYTES] = [12, 16];

function encrypt({ encryption }: BackupKey, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', encryption, iv);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
}

function decrypt({ encryption }: BackupKey, sealed: string): unknown {
  const bytes = Buffer.from(sealed, 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', encryption, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    }).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return parseJson(
      Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(),
    );
  } catch {
    return null;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
