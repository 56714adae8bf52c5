import type { MailContent } from './mail.ts';
import { mailHtml } from './mail-html.ts';
import type { MailRow } from './mail-queries.ts';

export type RenderedMail = { readonly text: string; readonly html: string };

const TEXT_WIDTH = 72;

const LEFT_OUT = '(The link is left out here: it was for its receiver only, or has ended.)';

/**
 * Renders the text and HTML of a mail. `token` completes its link. Without the token that it needs, the link is left
 * out.
 */
export function renderMail(
  { subject, content: stored, expires_at }: Pick<MailRow, 'subject' | 'content' | 'expires_at'>,
  { publicUrl, token }: { publicUrl: string; token: string | null },
): RenderedMail {
  const { action, ...rest } = JSON.parse(stored) as MailContent;
  const isWhole = action === undefined || expires_at === null || token !== null;
  const content: MailContent = isWhole
    ? { ...rest, ...(action ? { action } : {}) }
    : { ...rest, paragraphs: [...rest.paragraphs, LEFT_OUT] };
  const link = content.action && `${publicUrl}${content.action.path}${token === null ? '' : `?token=${token}`}`;
  return { text: mailText(content, link, publicUrl), html: mailHtml({ subject, content, link, publicUrl }) };
}

function mailText(
  { heading, paragraphs, facts, action, note }: MailContent,
  link: string | undefined,
  publicUrl: string,
) {
  const parts = [
    heading,
    ...paragraphs.map(wrap),
    ...(facts ? [facts.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...(action && link ? [`${action.label}:\n${link}`] : []),
    ...(note ? [wrap(note)] : []),
    `-- \nVoltboard\n${publicUrl}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Wraps at a width that every mail program can show. Never splits a word. Keeps line breaks of the text. */
function wrap(text: string): string {
  const wrapLine = (line: string) =>
    line.split(' ').reduce((done, word) => {
      const last = done.slice(done.lastIndexOf('\n') + 1);
      if (done === '') return word;
      return last.length + word.length < TEXT_WIDTH ? `${done} ${word}` : `${done}\n${word}`;
    }, '');
  return text.split('\n').map(wrapLine).join('\n');
}
