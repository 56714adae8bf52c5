import { CodeBlock } from '../../ui/code-block.tsx';
import { DocSection, DocTable, DocTitle } from './doc-parts.tsx';
import { WEBHOOK_EXAMPLES } from './webhook-examples.ts';

const HEADERS = [
  [
    'Voltboard-Call',
    'ID of the call, the same in every attempt. If you already processed it, respond with 200 and ignore it',
  ],
  ['Voltboard-Signature', 't=<epoch seconds>,v1=<hex>: HMAC-SHA256 of “<seconds>.<body>” with the secret'],
  ['User-Agent', 'Voltboard'],
] as const;

const BODY = `{
  "id": "0193b6f0-5b5e-7c3a-9d8e-2f6a4b3c5d7e",
  "event": "alert.begun",
  "alert": {
    "id": "0193b6ef-1c2d-7a4b-8c5d-6e7f8a9b0c1d",
    "rule": "venue_silent",
    "severity": "critical",
    "title": "Grand hall is offline: no contact with any of its outlets",
    "affected": [{ "id": "0193a001-2b3c-7d4e-8f5a-6b7c8d9e0f1a", "name": "Bar 1" }],
    "url": "https://voltboard.example/app/outlets?q=Grand%20hall",
    "since": "2026-11-21T13:04:37.000Z",
    "raised_at": "2026-11-21T14:05:00.000Z",
    "ended_at": null
  }
}`;

/** The page about how a program receives alerts, and how it verifies their sender. */
export function WebhooksPage() {
  return (
    <>
      <DocTitle title="Webhooks">Voltboard calls your URL when an alert starts and when it ends.</DocTitle>
      <DocSection id="make" title="Add a webhook">
        <p>
          A manager adds the URL on the Alerts screen or with <code>POST /api/alert-webhooks</code>. The response
          contains the signing secret once, so store it. The URL must start with <code>https://</code> and lead to a
          public address, unless the operator allows others (<code>PRIVATE_WEBHOOKS=on</code>). Redirects are not
          followed.
        </p>
      </DocSection>
      <DocSection id="call" title="Call">
        <CodeBlock label="Body of a call" language="json" code={BODY} />
        <p>
          <code>event</code> is <code>alert.begun</code> or <code>alert.ended</code>. <code>since</code> is when the
          problem began, or null if that is unknown. <code>raised_at</code> is when a check found it. Muted alerts send
          no calls.
        </p>
        <DocTable label="Headers of a call" head={['Header', 'Meaning']} isCode rows={HEADERS} />
      </DocSection>
      <DocSection id="check" title="Verify the signature">
        <p>Accept a call only if its signature matches its body and its time is within five minutes of yours.</p>
        {WEBHOOK_EXAMPLES.map(({ title, text, language, code }) => (
          <section key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
            <CodeBlock label={`Example: ${title}`} language={language} code={code} />
          </section>
        ))}
      </DocSection>
      <DocSection id="answer" title="Response">
        <p>
          Respond with a status from 200 to 299 within ten seconds. Otherwise the call is retried after a minute, then
          at increasing intervals of up to six hours, twelve times within a day and a half. The Alerts screen shows the
          last calls of each URL and can resend them.
        </p>
      </DocSection>
    </>
  );
}
