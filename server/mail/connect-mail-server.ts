import { createTransport } from 'nodemailer';
import type { Config } from '../config/config.ts';
import type { MailRow, StoredAttachment } from './mail-queries.ts';
import type { RenderedMail } from './render-mail.ts';

/**
 * `server`: the mail server is unreachable or refuses to talk, and the mail is fine. `later`: a temporary failure of
 * this mail. `refused`: a permanent failure of this mail.
 */
export type MailFailure = { readonly kind: 'server' | 'later' | 'refused'; readonly reason: string };

/** The sum is below the lease of a mail. */
const TIMEOUTS = {
  dnsTimeout: 5_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
} as const;

export type MailServer = {
  /** Resolves with null when the mail server has accepted the mail. */
  deliver(
    mail: MailRow,
    rendered: RenderedMail,
    attachment: Pick<StoredAttachment, 'name' | 'type' | 'content'> | null,
  ): Promise<MailFailure | null>;
  close(): void;
};

/** Connects to the mail server of SMTP_URL. */
export function connectMailServer({ smtpUrl, mailFrom }: { smtpUrl: string } & Pick<Config, 'mailFrom'>): MailServer {
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS });
  const domain = mailFrom.slice(mailFrom.indexOf('@') + 1);
  return {
    async deliver({ id, to_email, reply_to, subject, created_at }, { text, html }, attachment) {
      try {
        await transport.sendMail({
          from: { name: 'Voltboard', address: mailFrom },
          to: { name: '', address: to_email },
          ...(reply_to === '' ? {} : { replyTo: { name: '', address: reply_to } }),
          subject,
          text,
          html,
          ...(attachment === null ? {} : { attachments: [attachmentOf(attachment)] }),
          // The same on every try, so that receivers can recognize a mail that was accepted before a crash.
          messageId: `<${id}@${domain}>`,
          date: new Date(created_at),
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          disableFileAccess: true,
          disableUrlAccess: true,
        });
        return null;
      } catch (error) {
        return failureOf(error);
      }
    },
    close: () => transport.close(),
  };
}

const attachmentOf = ({ content, name, type }: Pick<StoredAttachment, 'name' | 'type' | 'content'>) => ({
  filename: name,
  contentType: type,
  content: Buffer.from(content, 'base64'),
});

function failureOf(error: unknown): MailFailure {
  const { code, responseCode = 0, message } = error as { code?: string; responseCode?: number; message: string };
  const reason = message.replace(/[\p{C}\s]+/gu, ' ').slice(0, 300);
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (!isAboutMail || responseCode === 421 || responseCode === 503) return { kind: 'server', reason };
  return { kind: responseCode >= 500 ? 'refused' : 'later', reason };
}
