// The marker's own styles. Without them it lies four pixels off.
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Button, SegmentedControl, useComputedColorScheme } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { OutboxMail } from '#contract/outbox.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { showToast } from '../../ui/toast.ts';
import { MailStatus } from './mail-status.tsx';
import classes from './outbox.module.css';
import { MAIL_LISTS, mailQuery, sendAgain } from './outbox-api.ts';
import { mailDrawerStrings as strings } from './outbox-strings.ts';

/** A mail as its recipient sees it, and its delivery. */
export function MailDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  const { data: mail, error, isFetching, refetch } = useQuery(mailQuery(id));
  const sending = useMutation({
    mutationFn: () => sendAgain(id),
    onSuccess: (changed) => {
      client.setQueryData(mailQuery(id).queryKey, changed);
      void client.invalidateQueries({ queryKey: MAIL_LISTS });
      void showToast({ kind: 'success', message: strings.emailQueued });
    },
  });
  return (
    <FormDrawer title={mail?.subject ?? strings.email} context={mail?.to} size={640} isOpen onClose={onClose}>
      {mail ? <Facts mail={mail} /> : null}
      {mail?.can_retry ? (
        <div>
          <Button
            leftSection={<IconSend size={18} aria-hidden="true" />}
            loading={sending.isPending}
            onClick={() => sending.mutate()}
          >
            {mail.status === 'failed' ? strings.resend : strings.send}
          </Button>
        </div>
      ) : null}
      {mail ? <Letter mail={mail} /> : null}
      {error && !mail ? (
        <ErrorState
          what={strings.emailFailed}
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {mail || error ? null : <LinesSkeleton lines={8} />}
    </FormDrawer>
  );
}

function Facts({ mail: { status, tries, failure, created_at: createdAt, sent_at: sentAt } }: { mail: OutboxMail }) {
  return (
    <dl className={classes.facts}>
      <dt>{strings.status}</dt>
      <dd>
        <MailStatus status={status} />
      </dd>
      <dt>{strings.created}</dt>
      <dd>
        <TimeText instant={createdAt} />
      </dd>
      {sentAt === null ? null : (
        <>
          <dt>{strings.delivered}</dt>
          <dd>
            <TimeText instant={sentAt} />
          </dd>
        </>
      )}
      {tries === 0 ? null : (
        <>
          <dt>{strings.attempts}</dt>
          <dd>{tries}</dd>
        </>
      )}
      {failure === '' ? null : (
        <>
          <dt>{strings.lastError}</dt>
          <dd>{failure}</dd>
        </>
      )}
    </dl>
  );
}

/**
 * The mail's own HTML in a frame without rights: no scripts, no forms, no access to this page. Links in the mail open
 * in a new tab.
 */
function Letter({ mail: { subject, text, html } }: { mail: OutboxMail }) {
  const [view, setView] = useState('html');
  // The scheme must be final at the first render, because a frame whose document changes while it loads may stay blank.
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  // Memoized, because React treats each new trusted value as a different document and loads it again.
  const markup = useMemo(() => letterMarkup(inScheme(html, scheme)), [html, scheme]);
  return (
    <>
      <SegmentedControl
        className={classes.views ?? ''}
        aria-label={strings.view}
        value={view}
        onChange={setView}
        data={[
          { value: 'html', label: strings.asSent },
          { value: 'text', label: strings.plainText },
        ]}
      />
      {view === 'html' ? (
        <iframe
          key={scheme}
          className={classes.letter}
          title={interpolate(strings.frameTitle, { subject })}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
          srcDoc={markup}
        />
      ) : (
        <pre className={classes.text}>
          <TextWithLinks text={text} />
        </pre>
      )}
    </>
  );
}

/** Returns a mail's HTML in the page's color scheme. Mails would otherwise use the system's scheme. */
const inScheme = (html: string, scheme: 'light' | 'dark'): string =>
  html
    .replaceAll('(prefers-color-scheme: dark)', scheme === 'dark' ? 'all' : 'not all')
    .replaceAll('color-scheme: light dark', `color-scheme: ${scheme}`);

function TextWithLinks({ text }: { text: string }) {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their places
      <a key={index} href={part} target="_blank" rel="noopener noreferrer">
        {part}
      </a>
    ),
  );
}

type LetterPolicy = { readonly createHTML: (html: string) => unknown };
type Factory = {
  readonly createPolicy: (name: string, rules: { createHTML: (html: string) => string }) => LetterPolicy;
};

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
const policy = factory?.createPolicy('letter', { createHTML: (html) => html });

/**
 * Returns a mail's HTML for the `srcDoc` of a frame whose sandbox runs nothing; use it for nothing else. The server's
 * policy accepts such markup only as a trusted type (docs/threat-model.md#b6, #i2), which React passes on unchanged.
 */
const letterMarkup = (html: string): string => (policy?.createHTML(html) ?? html) as string;
