import type { FastifyServerOptions } from 'fastify';
import { MINUTE_MS } from '#domain/durations.ts';

const WARN = 40;
/**
 * Maximum number of causes that are collapsed. With more open causes, the hook writes every line, because a flood of
 * different causes is important information.
 */
const MOST_CAUSES = 500;
const MOST_REQUESTS = 100;
/** Parts of a message that vary between failures with the same cause. */
const VARYING = /\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b[0-9a-f]{12,}\b|\b\d{6,}\b|\b\d+(\.\d+)? ?m?s\b/gi;

type Repeats = { count: number; readonly messages: Set<string>; readonly requests: Set<string> };
type LoggerOptions = Exclude<NonNullable<FastifyServerOptions['logger']>, boolean>;
type LogHook = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;
type Logger = ThisParameterType<LogHook>;
type LogArguments = Parameters<LogHook>[0];

/**
 * Creates a pino `logMethod` hook that, from level `warn` up, collapses lines with the same cause within a minute. The
 * hook writes the first line immediately. At the end of the minute, it writes one line that counts the other lines and
 * lists their messages and requests. An error's cause is its innermost error.
 */
export function collapseLogLines(): { readonly hook: LogHook; readonly flush: () => void } {
  const open = new Map<string, { readonly repeats: Repeats; readonly end: () => void }>();

  const hook: LogHook = function (args, method, level) {
    if (level < WARN) return method.apply(this, args);
    const cause = causeOf(args);
    const known = open.get(`${level} ${cause}`);
    if (known !== undefined) return note(known.repeats, this, args);
    method.apply(this, args);
    if (open.size >= MOST_CAUSES) return;
    const repeats: Repeats = { count: 0, messages: new Set(), requests: new Set() };
    const end = () => {
      clearTimeout(timer);
      open.delete(`${level} ${cause}`);
      const { count, messages, requests } = repeats;
      if (count === 0) return;
      const text = `${cause}: ${count} more in a minute`;
      method.call(this, { count, messages: [...messages], requests: [...requests] }, text);
    };
    const timer = setTimeout(end, MINUTE_MS).unref();
    open.set(`${level} ${cause}`, { repeats, end });
  };
  return {
    hook,
    /** Writes the pending counts. Must be called when the process ends. */
    flush: () => {
      for (const { end } of [...open.values()]) end();
    },
  };
}

function note(repeats: Repeats, logger: Logger, args: LogArguments): void {
  repeats.count += 1;
  repeats.messages.add(textOf(args));
  const { reqId } = logger.bindings();
  if (typeof reqId === 'string' && repeats.requests.size < MOST_REQUESTS) repeats.requests.add(reqId);
}

const textOf = (args: readonly unknown[]): string => {
  const [first, second] = args;
  return (typeof first === 'string' ? first : typeof second === 'string' ? second : '').replace(VARYING, '#');
};

function causeOf(args: readonly unknown[]): string {
  const [first] = args;
  const error =
    first instanceof Error
      ? first
      : typeof first === 'object' && first !== null && 'err' in first && first.err instanceof Error
        ? first.err
        : null;
  return error === null ? textOf(args) : innermost(error);
}

function innermost(error: Error): string {
  if (error.cause instanceof Error) return innermost(error.cause);
  const [inner] = error instanceof AggregateError ? error.errors : [];
  if (inner instanceof Error) return innermost(inner);
  return `${error.name}: ${error.message}`.replace(VARYING, '#');
}
