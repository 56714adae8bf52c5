import { readFile } from 'node:fs/promises';
import * as Type from 'typebox';
import { Value } from 'typebox/value';

/**
 * The keys file: which outlets to play, with the key of each (`npm run admin -- issue-key` prints one), and which flights
 * they may show. `anywhere: false` marks a flight that only the outlets naming it show. Instants are epoch milliseconds.
 */
export const KeysFile = Type.Object({
  flights: Type.Array(
    Type.Object({ code: Type.String(), startsAt: Type.Number(), endsAt: Type.Number(), anywhere: Type.Boolean() }),
  ),
  outlets: Type.Array(
    Type.Object({
      eui: Type.String({ pattern: '^[0-9a-fA-F]{16}$' }),
      key: Type.String({ minLength: 1 }),
      flights: Type.Optional(Type.Array(Type.String())),
      /** How busy it is beside the others; 10 unless given. */
      viewsPerDay: Type.Optional(Type.Number()),
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
Flights may be empty: then house ads are shown. The demo network writes <DATA_DIR>/demo-keys.json.`;

/** Reads and checks a keys file; throws with a sentence that says what is wrong. */
export async function readKeysFile(path: string): Promise<KeysFile> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(`The keys file ${path} cannot be read; name one with --keys.`);
  });
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Error(`The keys file ${path} is not JSON.`);
  }
  if (Value.Check(KeysFile, content)) return content;
  const [first] = Value.Errors(KeysFile, content);
  throw new Error(
    `The keys file ${path} is not as described (${first?.instancePath ?? ''} ${first?.message ?? ''}); see --help.`,
  );
}
