import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { AdminError } from './admin-error.ts';

export type Terminal = {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
};

/** Reads the password from the first line of a pipe, or prompts for the password twice without echo. */
export async function readPassword({ input, output }: Terminal): Promise<string> {
  if (input.isTTY !== true) {
    const [line = ''] = (await text(input)).split(/\r?\n/);
    if (line === '') throw new AdminError('Standard input contains no password. Pipe one.');
    return line;
  }
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input, output: silent, terminal: true });
  const ask = async (question: string): Promise<string> => {
    output.write(question);
    const answer = await prompt.question('');
    output.write('\n');
    return answer;
  };
  try {
    const password = await ask('Password (hidden): ');
    if ((await ask('Repeat password: ')) !== password)
      throw new AdminError('The passwords do not match. Nothing was changed.');
    return password;
  } finally {
    prompt.close();
  }
}
