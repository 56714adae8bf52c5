import { readFile } from 'node:fs/promises';
import * as Type from 'typebox';
import { Value } from 'typebox/value';

/** The keys file: the outlets to simulate, each outlet's key, and the flights they may show; see `KEYS_FILE_HELP`. */
export const KeysFile = Type.Object({
  flights: Type.Array(
    Type.Object({
      code: Type.String({ minLength: 1 }),
      /** Epoch milliseconds; `endsAt` is exclusive. */
      startsAt: Type.Number(),
      endsAt: Type.Number(),
      /** If false, only outlets that list the flight may show it. */
      anywhere: Type.Boolean(),
    }),
  ),
  outlets: Type.Array(
    Type.Object({
      eui: Type.String({ pattern: '^[0-9a-fA-F]{16}$' }),
      key: Type.Optional(Type.String({ minLength: 1 })),
      /** Codes of flights that run here but not everywhere. */
      flights: Type.Optional(Type.Array(Type.String())),
      /** Determines how busy the outlet is relative to other outlets. Defaults to 10. */
      viewsPerDay: Type.Optional(Type.Number({ minimum: 0 })),
      /** Minutes between heartbeats. Defaults to 5. */
      heartbeatMinutes: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    }),
  ),
});
export type KeysFile = Type.Static<typeof KeysFile>;
export type SimulatedOutlet = KeysFile['outlets'][number];

export const KEYS_FILE_HELP = `The keys file is JSON:
  {
    "flights": [{ "code": "SPRING-1", "startsAt": 1767225600000, "endsAt": 1798761600000, "anywhere": true }],
    "outlets": [{ "eui": "0011223344556677", "key": "vb_…", "flights": [], "viewsPerDay": 12 }]
  }
flights   what outlets show if the server returns no plays; may be empty, then house ads are shown. Instants are epoch
          milliseconds, and the end is exclusive;
          a flight without "anywhere" is shown only by outlets whose "flights" contain its code.
outlets   "key" is printed by 'npm run admin -- issue-key --eui <EUI>'; with --gateway, outlets need none.
          "flights", "viewsPerDay" (relative traffic) and "heartbeatMinutes" (5) are optional.
The demo network writes <DATA_DIR>/demo-keys.json.`;

/** Reads and validates a keys file. Throws an error whose message says what is wrong. */
export async function readKeysFile(path: string): Promise<KeysFile> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(`The keys file ${path} cannot be read. Specify one with --keys.`);
  });
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Error(`The keys file ${path} is not JSON. Restore it from a backup, or write it as described in --help.`);
  }
  if (Value.Check(KeysFile, content)) return content;
  const [first] = Value.Errors(KeysFile, content);
  throw new Error(
    `The keys file ${path} is not valid (${first?.instancePath ?? ''} ${first?.message ?? ''}). See --help.`,
  );
}
