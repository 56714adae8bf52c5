export type ServerSentEvent = { readonly name: string; readonly data: string };

/**
 * Takes a stream's text piece by piece and answers the events that are complete (WHATWG HTML, server-sent events). `onRetry` is
 * told how many milliseconds the server wants to be left alone after this connection.
 */
export function createSseParser(onRetry?: (milliseconds: number) => void): (piece: string) => ServerSentEvent[] {
  let rest = '';
  let name = '';
  let data: string[] = [];
  return (piece) => {
    const events: ServerSentEvent[] = [];
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const raw of lines) {
      const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
      if (line === '') {
        if (data.length > 0) events.push({ name: name || 'message', data: data.join('\n') });
        name = '';
        data = [];
        continue;
      }
      const [field = '', ...parts] = line.split(':');
      const value = parts.join(':').replace(/^ /, '');
      if (field === 'event') name = value;
      else if (field === 'data') data.push(value);
      else if (field === 'retry' && /^\d+$/.test(value)) onRetry?.(Number(value));
    }
    return events;
  };
}
