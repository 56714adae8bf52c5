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
        Outlets report events with one call. Accepted events are stored and counted exactly once.
      </DocTitle>
      <DocSection id="the-call" title="Request">
        <p>
          <code>POST /api/ingest/events</code> takes a JSON array, a single object, or one object per line (
          <code>application/x-ndjson</code>), plain or gzipped. A batch has at most 10,000 events and 5 MiB.
        </p>
      </DocSection>
      <DocSection id="keys" title="Keys">
        <p>
          Each call sends a key: <code>Authorization: Bearer vb_…</code>. An outlet’s key can report for that outlet
          only. A gateway’s key can report for all outlets of its customer. An administrator creates one with{' '}
          <code>npm run admin -- issue-key</code>; it is shown once, and only its hash is stored.
        </p>
      </DocSection>
      <DocSection id="an-event" title="Event">
        <DocTable
          label="Fields of an event"
          head={['Field', 'Required', 'Meaning']}
          isCode
          rows={EVENT_FIELDS.map(({ name, isRequired, meaning }) => [name, isRequired ? 'yes' : 'no', meaning])}
        />
        <p>
          The server sets prices, shares and owners; events can’t. An event can arrive up to {LATEST_DAYS_LATE} days
          late and counts on the day it happened. It is rejected if it is more than {MOST_MINUTES_EARLY} minutes in the
          future.
        </p>
      </DocSection>
      <DocSection id="examples" title="Examples">
        <Examples />
      </DocSection>
      <DocSection id="answers" title="Responses">
        <DocTable label="Responses" head={['Status', 'Meaning']} isCode rows={CALL_ANSWERS} />
      </DocSection>
      <DocSection id="rejections" title="Why an event is rejected">
        <DocTable
          label="Codes of rejected events"
          head={['Code', 'Meaning']}
          isCode
          rows={REJECTIONS.map(({ code, meaning }) => [code, meaning])}
        />
        <p>
          A duplicate that differs from the first event has the code <code>conflict</code>. The first event is kept.
        </p>
      </DocSection>
      <DocSection id="not-counted" title="Accepted but invalid">
        <p>
          A click or burn has the flight of its view and is accepted only after the view is stored. Events that earn
          nothing for one of these reasons are still stored. The result is <code>accepted</code> with{' '}
          <code>"counted": false</code> and the reason. Don’t send them again.
        </p>
        <DocTable
          label="Reasons for invalid events"
          head={['Reason', 'Meaning']}
          isCode
          rows={NOT_COUNTED.map(({ reason, meaning }) => [reason, meaning])}
        />
      </DocSection>
      <DocSection id="reporting-well" title="Best practices">
        <ul>
          <li>Keep an event until its result is accepted or duplicate, then delete it.</li>
          <li>Send a view before its click and burn, or in the same batch.</li>
          <li>
            Send a rejected event again only after you fix the cause. If it has <code>retry_after</code>, send it again
            unchanged after that many seconds.
          </li>
          <li>After a lost connection, a 429 or a 503, wait, then send the same events with the same ids.</li>
          <li>Collect events for some seconds. A batch of a hundred costs little more than one event.</li>
          <li>
            Send a heartbeat every five minutes. An outlet without contact is shown as late after 15 minutes and as
            offline after a day.
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
      <p>Enter a key and the EUI of its outlet to make the commands work unchanged. Neither value leaves this page.</p>
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
          <CodeBlock label={`Response: ${title}`} language="json" code={answer} />
        </section>
      ))}
    </>
  );
}
