import type { MailOrder } from '../../mail/mail.ts';

/** Builds the mail to another administrator about a token that needs approval. */
export function tokenRequestMail(to: string, { email, name }: { email: string; name: string }): MailOrder {
  const subject = 'An API token with access to payments needs approval';
  return {
    to,
    kind: 'api-token-request',
    subject,
    content: {
      heading: subject,
      paragraphs: [
        `${email} created the API token “${name}”. It can record and change payments once another administrator approves it.`,
      ],
      action: { label: 'Review request', path: '/app/api-tokens' },
    },
  };
}
