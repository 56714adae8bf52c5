import type { Endpoint } from '#contract/endpoint.ts';
import type { ImportAnswer, ImportLine, ImportProgress } from '#contract/imports.ts';
import { failureOf, send } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { askForConfirmation } from './confirmation.ts';
import { importFileStrings as strings } from './lib-strings.ts';
import { readToken } from './session.ts';

export type ImportOptions = {
  readonly dryRun: boolean;
  /** Digest from the dry run that the user saw. */
  readonly expects?: string | undefined;
  /** Stops waiting for the result. An abort also stops a dry run; an import continues on the server. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ImportProgress) => void;
  /** Receives the job's id, with which the import can be canceled. Not called for a dry run. */
  readonly onJob?: ((id: string) => void) | undefined;
};

const LONGEST_NAME = 200;

/** Uploads a file and follows the server's progress. Rejects with `ApiError`, or with the abort reason. */
export async function importFile(
  endpoint: Endpoint,
  file: File,
  { dryRun, expects, signal, onProgress, onJob }: ImportOptions,
): Promise<ImportAnswer> {
  const query = { file_name: file.name.slice(0, LONGEST_NAME), dry_run: String(dryRun), expects };
  // Ignores the file type that the user's system reports, because the server inspects the content.
  const content = new Blob([file], { type: 'text/csv' });
  for (;;) {
    const token = readToken();
    const answer = await send(endpoint, { query, file: content, signal, token }, 'application/x-ndjson');
    if (answer.ok) return readAnswer(answer, { onProgress, onJob });
    const failure = await failureOf(answer, token);
    if (failure.code !== 'fresh_login' || !(await askForConfirmation())) throw failure;
  }
}

async function readAnswer(
  answer: Response,
  { onProgress, onJob }: Pick<ImportOptions, 'onProgress' | 'onJob'>,
): Promise<ImportAnswer> {
  for await (const text of linesOf(answer)) {
    const line = JSON.parse(text) as ImportLine;
    if ('answer' in line) return line.answer;
    if ('error' in line) throw new ApiError(500, line.error.message, line.error.id ?? null);
    if ('job' in line) onJob?.(line.job);
    else onProgress(line.progress);
  }
  throw new ApiError(0, strings.connectionLost);
}

async function* linesOf({ body }: Response): AsyncGenerator<string> {
  if (body === null) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + part.value).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    reader.releaseLock();
  }
  if (rest !== '') yield rest;
}
