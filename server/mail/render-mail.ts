import { escapeMarkup } from '../lib/escape-markup.ts';
import type { MailContent } from './mail.ts';
import type { Correspondents, MailRow } from './mail-queries.ts';

export type RenderedMail = { readonly text: string; readonly html: string };

const TEXT_WIDTH = 72;

const LEFT_OUT = '(The link is not shown here. Only the recipient can use it, or it has expired.)';

type Rendering = Correspondents & {
  readonly publicUrl: string;
  /** Completes the mail's link. */
  readonly token: string | null;
  /** Where replies go; null if no one reads them. */
  readonly replyTo: string | null;
  /** Null if the recipient can't turn off such mails, or the reader is not the recipient. */
  readonly unsubscribeUrl: string | null;
};

/**
 * Renders a mail as text and HTML. If the required token is missing, the link is omitted. The footer names the sender
 * and the recipient's organization, and has the link to unsubscribe.
 */
export function renderMail(
  { subject, content: stored, expires_at, to_email }: Pick<MailRow, 'subject' | 'content' | 'expires_at' | 'to_email'>,
  { publicUrl, token, ...rendering }: Rendering,
): RenderedMail {
  const { action, ...rest } = JSON.parse(stored) as MailContent;
  const isWhole = action === undefined || expires_at === null || token !== null;
  const content: MailContent = isWhole
    ? { ...rest, ...(action ? { action } : {}) }
    : { ...rest, paragraphs: [...rest.paragraphs, LEFT_OUT] };
  const link = content.action && `${publicUrl}${content.action.path}${token === null ? '' : `?token=${token}`}`;
  const { network, organization, replyTo, unsubscribeUrl } = rendering;
  const footer = {
    sender: `Sent by ${network} to ${organization || to_email}.`,
    replies: replyTo === null ? 'Replies to this email are not read.' : `Replies go to ${replyTo}.`,
    unsubscribeUrl,
  };
  return {
    text: mailText(content, { link, publicUrl, footer }),
    html: mailHtml({ subject, content, link, network, publicUrl, footer }),
  };
}

type Footer = {
  readonly sender: string;
  readonly replies: string;
  readonly unsubscribeUrl: string | null;
};

const UNSUBSCRIBE = 'Stop these emails';

function mailText(
  { heading, paragraphs, facts, action, note }: MailContent,
  { link, publicUrl, footer }: Pick<Page, 'link' | 'publicUrl' | 'footer'>,
) {
  const parts = [
    heading,
    ...paragraphs.map(wrap),
    ...(facts ? [facts.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...(action && link ? [`${action.label}:\n${link}`] : []),
    ...(note ? [wrap(note)] : []),
    `-- \n${wrap(`${footer.sender} ${footer.replies}`)}\n${publicUrl}`,
    ...(footer.unsubscribeUrl === null ? [] : [`${UNSUBSCRIBE}:\n${footer.unsubscribeUrl}`]),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Wraps text to a width that every mail program can show. Never splits words. Keeps line breaks. */
function wrap(text: string): string {
  const wrapLine = (line: string) =>
    line.split(' ').reduce((done, word) => {
      const last = done.slice(done.lastIndexOf('\n') + 1);
      if (done === '') return word;
      return last.length + word.length < TEXT_WIDTH ? `${done} ${word}` : `${done}\n${word}`;
    }, '');
  return text.split('\n').map(wrapLine).join('\n');
}

type Page = {
  readonly subject: string;
  readonly content: MailContent;
  readonly link: string | undefined;
  readonly network: string;
  readonly publicUrl: string;
  readonly footer: Footer;
};

const FONT = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
/** The product's colors in its light scheme. In a mail program's dark scheme, classes replace these colors. */
const LIGHT = {
  page: '#f6f7f9',
  card: '#ffffff',
  line: '#e2e5eb',
  text: '#161a23',
  muted: '#4f5868',
  brand: '#333964',
};
const DARK = { page: '#0e1116', card: '#161a21', line: '#272d38', text: '#e7eaf1', muted: '#a3adbd', brand: '#5a63a8' };

const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
a { color: inherit; }
@media (prefers-color-scheme: dark) {
  .vb-page { background: ${DARK.page} !important; }
  .vb-card { background: ${DARK.card} !important; border-color: ${DARK.line} !important; }
  .vb-line { border-color: ${DARK.line} !important; }
  .vb-text { color: ${DARK.text} !important; }
  .vb-muted { color: ${DARK.muted} !important; }
  .vb-brand { background: ${DARK.brand} !important; }
}
@media (max-width: 600px) {
  .vb-card { padding: 24px 20px !important; }
}`;

const lines = (text: string): string => escapeMarkup(text).replace(/\n/g, '<br>');

/** The network's name beside the mark: three bars made of table cells, so that no image has to be loaded. */
const markOf = (
  network: string,
): string => `<table role="presentation" cellpadding="0" cellspacing="0" style="border-collapse:separate"><tr>
<td class="vb-brand" style="background:${LIGHT.brand};border-radius:7px;width:32px;height:32px;padding:0" align="center" valign="middle">
<table role="presentation" cellpadding="0" cellspacing="0"><tr>
${[10, 15, 7].map((height) => `<td valign="bottom" style="padding:0 1.5px;height:16px"><div style="width:4px;height:${height}px;background:#ffffff;border-radius:2px;font-size:0;line-height:0">&nbsp;</div></td>`).join('')}
</tr></table></td>
<td class="vb-text" style="padding-left:10px;${FONT};font-size:18px;font-weight:650;letter-spacing:-0.01em;color:${LIGHT.text}">${escapeMarkup(network)}</td>
</tr></table>`;

const paragraph = (text: string): string =>
  `<p class="vb-text" style="margin:0 0 16px;${FONT};font-size:15px;line-height:23px;color:${LIGHT.text}">${lines(text)}</p>`;

function factTable(facts: MailContent['facts'] = []): string {
  if (facts.length === 0) return '';
  const cell = `${FONT};font-size:14px;line-height:20px;padding:6px 0;border-top:1px solid ${LIGHT.line}`;
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><td class="vb-muted vb-line" style="${cell};color:${LIGHT.muted};padding-right:16px;white-space:nowrap" valign="top">${escapeMarkup(label)}</td>` +
      `<td class="vb-text vb-line" style="${cell};color:${LIGHT.text};word-break:break-word" valign="top" width="100%">${lines(value)}</td></tr>`,
  );
  return `<table role="presentation" cellpadding="0" cellspacing="0" width="100%" style="margin:0 0 20px">${rows.join('')}</table>`;
}

function button(label: string, link: string): string {
  const target = 'target="_blank" rel="noopener noreferrer"';
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 20px"><tr><td class="vb-brand" style="background:${LIGHT.brand};border-radius:8px">
<a href="${escapeMarkup(link)}" ${target} style="display:inline-block;padding:12px 22px;${FONT};font-size:15px;font-weight:600;line-height:20px;color:#ffffff;text-decoration:none">${escapeMarkup(label)}</a></td></tr></table>
<p class="vb-muted" style="margin:0 0 16px;${FONT};font-size:13px;line-height:19px;color:${LIGHT.muted}">If the button doesn’t work, open this link in your browser:<br>
<a href="${escapeMarkup(link)}" ${target} class="vb-muted" style="color:${LIGHT.muted};word-break:break-all">${escapeMarkup(link)}</a></p>`;
}

function footerHtml({ sender, replies, unsubscribeUrl }: Footer, publicUrl: string): string {
  const linkTo = (url: string, label: string) =>
    `<a href="${escapeMarkup(url)}" target="_blank" rel="noopener noreferrer" class="vb-muted" style="color:${LIGHT.muted}">${escapeMarkup(label)}</a>`;
  const parts = [
    `${escapeMarkup(sender)} ${escapeMarkup(replies)}`,
    [linkTo(publicUrl, publicUrl), ...(unsubscribeUrl === null ? [] : [linkTo(unsubscribeUrl, UNSUBSCRIBE)])].join(
      ' · ',
    ),
  ];
  return parts.join('<br>');
}

/** Renders a mail's HTML: one column, no external images or fonts, readable in dark mode and without any styles. */
function mailHtml({ subject, content, link, network, publicUrl, footer }: Page): string {
  const { heading, paragraphs, facts, action, note } = content;
  const preview = paragraphs[0] ?? '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeMarkup(subject)}</title>
<style>${STYLE}</style>
</head>
<body class="vb-page" style="margin:0;padding:0;background:${LIGHT.page}">
<div style="display:none;max-height:0;overflow:hidden">${escapeMarkup(preview)}</div>
<table role="presentation" cellpadding="0" cellspacing="0" width="100%" class="vb-page" style="background:${LIGHT.page}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" cellpadding="0" cellspacing="0" width="100%" style="max-width:560px">
<tr><td style="padding:0 4px 20px">${markOf(network)}</td></tr>
<tr><td class="vb-card" style="background:${LIGHT.card};border:1px solid ${LIGHT.line};border-radius:12px;padding:32px">
<h1 class="vb-text" style="margin:0 0 16px;${FONT};font-size:22px;line-height:30px;font-weight:650;letter-spacing:-0.01em;color:${LIGHT.text}">${escapeMarkup(heading)}</h1>
${paragraphs.map(paragraph).join('\n')}
${factTable(facts)}
${action && link ? button(action.label, link) : ''}
${note ? `<p class="vb-muted vb-line" style="margin:0;padding-top:16px;border-top:1px solid ${LIGHT.line};${FONT};font-size:13px;line-height:19px;color:${LIGHT.muted}">${lines(note)}</p>` : ''}
</td></tr>
<tr><td class="vb-muted" style="padding:20px 4px 0;${FONT};font-size:12px;line-height:18px;color:${LIGHT.muted}">${footerHtml(footer, publicUrl)}</td></tr>
</table></td></tr></table>
</body>
</html>
`;
}
