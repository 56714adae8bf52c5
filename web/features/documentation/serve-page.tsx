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
        Outlets ask which ad to show, show it, and report it. What was served and shown in time is paid.
      </DocTitle>
      <DocSection id="ask" title="Ask">
        <p>
          <code>POST /api/serve</code> with the key of the outlet or its gateway takes the outlet’s <code>eui</code>,
          how many plays are wanted (<code>count</code>, 1 to 50) and, for a visitor who is there,{' '}
          <code>fingerprint</code>, so that nobody sees an ad more often than its advertiser wants. It answers{' '}
          <code>plays</code>, <code>reason</code> and <code>retry_after</code>.
        </p>
        <DocTable label="Fields of a play" head={['Field', 'Meaning']} isCode rows={fieldRows} />
      </DocSection>
      <DocSection id="no-ad" title="When there is no ad">
        <p>
          <code>reason</code> is null when all ads that were asked for came. Otherwise it says why there are fewer, of
          the flight that came nearest to being shown. Values may be added: log those you do not know.
        </p>
        <DocTable label="Reasons" head={['Reason', 'Meaning']} isCode rows={SERVE_REASON_WORDS} />
      </DocSection>
      <DocSection id="show" title="Show">
        <p>
          The picture stands at <code>creative.url</code> and never changes: keep it. Show it for{' '}
          <code>creative.seconds</code> before <code>expires_at</code>, 15 minutes after it was served unless the
          operator allows more (<code>PLAY_MINUTES</code>). For so long its price is kept from the flight’s budget.
        </p>
      </DocSection>
      <DocSection id="report" title="Report">
        <p>
          Report the view with the play’s <code>id</code> and its <code>token</code> as <code>cryptic</code>; the flight
          need not be named. Its click and burn have ids of their own, name the view, and carry the same token. Reports
          may be up to {LATEST_DAYS_LATE} days late: the view’s own timestamp decides whether it was in time, and the
          clock may be {MOST_MINUTES_EARLY} minutes slow or fast. Keep the outlet’s clock right.
        </p>
      </DocSection>
      <DocSection id="offline" title="Without a line">
        <ul>
          <li>A charge never waits for an ad: without an answer in two seconds show what is at hand.</li>
          <li>On a poor line fetch some plays ahead and show the oldest that has not expired.</li>
          <li>A play is shown once. To show the same ad again ask for another play.</li>
          <li>Where there is nothing to show, show your own picture and report a view without flight and token.</li>
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
      <DocSection id="serve-answers" title="Answers of the call">
        <DocTable label="Answers of the call" head={['Status', 'Meaning']} isCode rows={SERVE_ANSWERS} />
      </DocSection>
    </>
  );
}

const fieldRows = PLAY_FIELDS.map(({ name, meaning }) => [name, meaning] as const);
