export type ServerSentEvent = { readonly name: string; readonly data: string };

/**
 * Creates a parser that takes a stream's text in pieces and returns the complete events (WHATWG HTML, server-sent
 * events). `onRetry` receives the delay in milliseconds that the server asks for before a reconnection.
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
