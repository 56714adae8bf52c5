import type { MailOrder } from '../../mail/mail.ts';

type Contact = { readonly name: string; readonly email: string; readonly message: string; readonly account: string };

/** Builds the mail to the operator about a message from the contact form. */
export function contactMail(to: string, { name, email, message, account }: Contact): MailOrder {
  const subject = 'New message from the contact form';
  return {
    to,
    kind: 'contact',
    subject,
    content: {
      heading: subject,
      paragraphs: message.split(/\n{2,}/),
      facts: [
        { label: 'Name', value: name || '–' },
        { label: 'Email', value: email || '–' },
        { label: 'Account', value: account },
      ],
      action: { label: 'Open in {network}', path: '/admin/messages' },
    },
    replyTo: account,
  };
}
