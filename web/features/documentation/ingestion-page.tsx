import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { LATEST_DAYS_LATE, MOST_MINUTES_EARLY } from '#domain/constants.ts';
import { newUuid } from '../../lib/new-uuid.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { DocSection, DocTable, DocTitle } from './doc-parts.tsx';
import classes from './documentation.module.css';
import { ingestExamples } from './ingest-examples.ts';
import { CALL_ANSWERS, EVENT_FIELDS, NOT_COUNTED, REJECTIONS } from './ingest-facts.ts';

/** The page about how outlets and gateways report events. */
export function IngestionPage() {
  return (
    <>
      <DocTitle title="Ingestion API">
        Outlets report what happened with one call. What is answered as accepted is stored, and counts exactly once.
      </DocTitle>
      <DocSection id="the-call" title="The call">
        <p>
          <code>POST /api/ingest/events</code> takes a JSON array, a single object, or one object a line (
          <code>application/x-ndjson</code>), plain or gzipped. At most 10,000 events and 5 MiB a batch.
        </p>
      </DocSection>
      <DocSection id="keys" title="Keys">
        <p>
          Each call carries a key: <code>Authorization: Bearer vb_…</code>. The key of an outlet may report for that
          outlet only, the key of a gateway for all outlets of its customer. An administrator makes one with{' '}
          <code>npm run admin -- issue-key</code>; it is shown once and only its hash is stored.
        </p>
      </DocSection>
      <DocSection id="an-event" title="An event">
        <DocTable
          label="Fields of an event"
          head={['Field', 'Needed', 'Meaning']}
          isCode
          rows={EVENT_FIELDS.map(({ name, isRequired, meaning }) => [name, isRequired ? 'yes' : 'no', meaning])}
        />
        <p>
          Prices, shares and owners are the server’s business: nothing of them is accepted from outside. An event may
          come up to {LATEST_DAYS_LATE} days late and counts on the day it happened; more than {MOST_MINUTES_EARLY}{' '}
          minutes in the future it is rejected.
        </p>
      </DocSection>
      <DocSection id="examples" title="Examples">
        <Examples />
      </DocSection>
      <DocSection id="answers" title="Answers of the call">
        <DocTable label="Answers of the call" head={['Status', 'Meaning']} isCode rows={CALL_ANSWERS} />
      </DocSection>
      <DocSection id="rejections" title="Why an event is rejected">
        <DocTable
          label="Codes of rejected events"
          head={['Code', 'Meaning']}
          isCode
          rows={REJECTIONS.map(({ code, meaning }) => [code, meaning])}
        />
        <p>
          A duplicate that says something else than the event that came first has the code <code>conflict</code>; the
          first one stays.
        </p>
      </DocSection>
      <DocSection id="not-counted" title="Accepted, but not counted">
        <p>
          A click or burn needs its view: it has the flight of the view and is taken only when the view is stored. What
          earns nothing for one of these reasons is stored all the same and answered as <code>accepted</code> with{' '}
          <code>"counted": false</code> and the reason. Nothing is to be sent again.
        </p>
        <DocTable
          label="Reasons for not counting"
          head={['Reason', 'Meaning']}
          isCode
          rows={NOT_COUNTED.map(({ reason, meaning }) => [reason, meaning])}
        />
      </DocSection>
      <DocSection id="reporting-well" title="Reporting well">
        <ul>
          <li>Keep an event until it was answered as accepted or duplicate, then forget it.</li>
          <li>Send a view before its click and burn, or in the same batch.</li>
          <li>
            Send rejected events again only after what the reason names was put right; one with <code>retry_after</code>{' '}
            after so many seconds as it stands.
          </li>
          <li>After a broken connection, 429 or 503 wait, then send the same events with the same ids.</li>
          <li>Collect for some seconds: a batch of a hundred costs little more than one event.</li>
          <li>
            Send a heartbeat every five minutes: after 15 silent minutes an outlet is shown as late, after a day as
            offline.
          </li>
        </ul>
      </DocSection>
    </>
  );
}

/** The commands, filled in with the user's key and EUI. Neither value ever leaves the page. */
function Examples() {
  const [key, setKey] = useState('');
  const [eui, setEui] = useState('');
  const [now] = useState(() => new Date());
  const [ids] = useState(() => Array.from({ length: 16 }, newUuid));
  let used = 0;
  const examples = ingestExamples({
    host: window.location.origin,
    key: key.trim() || 'vb_YOUR_KEY',
    eui: eui.trim() || '0011223344556677',
    now,
    uuid: () => ids[used++ % ids.length] ?? '',
  });
  return (
    <>
      <p>
        Write a key and the EUI of its outlet, and the commands work as they stand. Both stay in this page and go
        nowhere.
      </p>
      <div className={classes.fields}>
        <TextInput
          label="Key"
          placeholder="vb_YOUR_KEY"
          autoComplete="off"
          spellCheck={false}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <TextInput
          label="EUI"
          placeholder="0011223344556677"
          autoComplete="off"
          spellCheck={false}
          maxLength={16}
          value={eui}
          onChange={(event) => setEui(event.currentTarget.value)}
        />
      </div>
      {examples.map(({ title, text, command, answer }) => (
        <section key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
          <CodeBlock label={`Command: ${title}`} language="bash" code={command} />
          <CodeBlock label={`Answer: ${title}`} language="json" code={answer} />
        </section>
      ))}
    </>
  );
}
