import { LATEST_DAYS_LATE, MOST_MINUTES_EARLY } from '#domain/constants.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { DocSection, DocTable, DocTitle } from './doc-parts.tsx';
import { serveExamples } from './serve-examples.ts';
import { PLAY_FIELDS, SERVE_ANSWERS, SERVE_REASON_WORDS } from './serve-facts.ts';

/** The page about how outlets request the ads to show. */
export function ServePage() {
  const examples = serveExamples({ host: window.location.origin, key: 'vb_YOUR_KEY', eui: '0011223344556677' });
  return (
    <>
      <DocTitle title="Serving API">
        Outlets request an ad, show it and report it. Ads that are served and shown in time are paid.
      </DocTitle>
      <DocSection id="ask" title="Request">
        <p>
          <code>POST /api/serve</code> with the key of the outlet or its gateway takes the outlet’s <code>eui</code> and
          the number of plays (<code>count</code>, 1 to 50). For a present visitor, add the <code>fingerprint</code>, so
          that no one sees an ad more often than its advertiser wants. The response has <code>plays</code>,{' '}
          <code>reason</code> and <code>retry_after</code>.
        </p>
        <DocTable label="Fields of a play" head={['Field', 'Meaning']} isCode rows={fieldRows} />
      </DocSection>
      <DocSection id="no-ad" title="When there is no ad">
        <p>
          <code>reason</code> is null if the response has all requested ads. Otherwise it says why there are fewer, for
          the flight that came closest to being shown. New values may be added, so log unknown ones.
        </p>
        <DocTable label="Reasons" head={['Reason', 'Meaning']} isCode rows={SERVE_REASON_WORDS} />
      </DocSection>
      <DocSection id="show" title="Show">
        <p>
          The picture is at <code>creative.url</code> and never changes, so cache it. Show it for{' '}
          <code>creative.seconds</code> before <code>expires_at</code>, 15 minutes after it was served unless the
          operator allows more (<code>PLAY_MINUTES</code>). Until then, its price is reserved in the flight’s budget.
        </p>
      </DocSection>
      <DocSection id="report" title="Report">
        <p>
          Report the view with the play’s <code>id</code>, and its <code>token</code> as <code>cryptic</code>. The
          flight is optional. Its click and burn have their own ids, name the view and send the same token. Reports can
          be up to {LATEST_DAYS_LATE} days late. The view’s timestamp decides whether it was in time, and the clock can
          be {MOST_MINUTES_EARLY} minutes slow or fast. Keep the outlet’s clock correct.
        </p>
      </DocSection>
      <DocSection id="offline" title="Poor connections">
        <ul>
          <li>A charge never waits for an ad. If there is no response within two seconds, show what the outlet has.</li>
          <li>On a poor connection, fetch plays in advance and show the oldest one that has not expired.</li>
          <li>Show a play once. To show the same ad again, request another play.</li>
          <li>If there is nothing to show, show your own picture and report a view without flight and token.</li>
        </ul>
      </DocSection>
      <DocSection id="serve-examples" title="Examples">
        {examples.map(({ title, text, language, code }) => (
          <section key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
            <CodeBlock label={`Example: ${title}`} language={language} code={code} />
          </section>
        ))}
      </DocSection>
      <DocSection id="serve-answers" title="Responses">
        <DocTable label="Responses" head={['Status', 'Meaning']} isCode rows={SERVE_ANSWERS} />
      </DocSection>
    </>
  );
}

const fieldRows = PLAY_FIELDS.map(({ name, meaning }) => [name, meaning] as const);
