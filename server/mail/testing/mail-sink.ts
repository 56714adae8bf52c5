import { once } from 'node:events';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type ReceivedMail = Email & { readonly envelopeTo: string };

/** A real mail server for tests. It accepts mail on a local port and stores it. */
export type MailSink = {
  readonly port: number;
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** Resolves when the condition is true for the received mails. */
  arrived(enough: (mails: readonly ReceivedMail[]) => boolean): Promise<void>;
  /** Rejects later recipients with an SMTP reply such as `452 come back later`. Null accepts all recipients again. */
  refuse(reply: string | null): void;
  close(): Promise<void>;
};

export async function openMailSink(port = 0): Promise<MailSink> {
  const received: ReceivedMail[] = [];
  const listeners = new Set<() => void>();
  let refusal: string | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 500,
    onRcptTo(_address, _session, callback) {
      if (refusal === null) return callback();
      const [, code, text] = /^(\d{3}) (.*)$/.exec(refusal) ?? [];
      callback(Object.assign(new Error(text), { responseCode: Number(code) }));
    },
    async onData(stream, session, callback) {
      const parts: Buffer[] = [];
      for await (const part of stream) parts.push(part as Buffer);
      const mail = await PostalMime.parse(Buffer.concat(parts));
      received.push({ ...mail, envelopeTo: session.envelope.rcptTo.map(({ address }) => address).join() });
      callback();
      for (const listener of listeners) listener();
    },
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  const used = typeof address === 'object' && address !== null ? address.port : port;
  return {
    port: used,
    url: `smtp://127.0.0.1:${used}`,
    received,
    arrived: (enough) =>
      new Promise((resolve) => {
        const look = () => {
          if (!enough(received)) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
      }),
    refuse: (reply) => {
      refusal = reply;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Returns the URL of a mail's button, and its token. */
export function linkIn({ text = '' }: Pick<Email, 'text'>): { url: string; path: string; token: string } {
  const [url = '', path = '', token = ''] = /https?:\/\/[^/\s]+(\/[\w-]+)\?token=([\w-]+)/.exec(text) ?? [];
  return { url, path, token };
}
