import { expect } from '@playwright/test';
import { mailboxPortFor } from './mail-server.ts';

type Mail = {
  readonly envelopeTo: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/**
 * Waits until the mail server has received `count` mails to the address with this subject; returns the newest of these
 * mails.
 */
export async function mailTo(address: string, subject: string | RegExp, count = 1): Promise<Mail> {
  const url = `http://127.0.0.1:${mailboxPortFor(Number(process.env.E2E_PORT ?? 4173))}/`;
  let found: Mail | undefined;
  await expect
    .poll(
      async () => {
        const mails = (await (await fetch(url)).json()) as Mail[];
        const fitting = mails.filter(
          (mail) => mail.envelopeTo === address.toLowerCase() && new RegExp(subject).test(mail.subject),
        );
        found = fitting.at(-1);
        return fitting.length;
      },
      { message: `mails to ${address} about ${subject}` },
    )
    .toBeGreaterThanOrEqual(count);
  if (found === undefined) throw new Error('no mail');
  return found;
}

/** Returns the URL of the button in a mail; '' if there is none. */
export const linkOf = ({ text }: Mail): string => /https?:\/\/\S+\?token=[\w-]+/.exec(text)?.[0] ?? '';
