import { expect } from '@playwright/test';
import { mailboxPortFor } from './mail-server.ts';

type Mail = {
  readonly envelopeTo: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** Waits for a mail that the run's mail server received: the newest to the address with this in its subject. */
export async function mailTo(address: string, subject: string | RegExp): Promise<Mail> {
  const url = `http://127.0.0.1:${mailboxPortFor(Number(process.env.E2E_PORT ?? 4173))}/`;
  let found: Mail | undefined;
  await expect
    .poll(
      async () => {
        const mails = (await (await fetch(url)).json()) as Mail[];
        found = mails.findLast(
          (mail) => mail.envelopeTo === address.toLowerCase() && new RegExp(subject).test(mail.subject),
        );
        return found !== undefined;
      },
      { message: `a mail to ${address} about ${subject}` },
    )
    .toBe(true);
  if (found === undefined) throw new Error('no mail');
  return found;
}

/** The address behind the button of a mail. */
export const linkOf = ({ text }: Mail): string => /https?:\/\/\S+\?token=[\w-]+/.exec(text)?.[0] ?? '';
