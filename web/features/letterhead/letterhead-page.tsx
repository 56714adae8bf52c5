import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Letterhead } from '#contract/letterhead.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './letterhead.module.css';
import { LETTERHEAD, letterheadQuery } from './letterhead-api.ts';
import { letterheadPlan, PAPERS } from './letterhead-plan.tsx';

/** `/admin/letterhead`: the sender of statements and invoices (docs/ledger-and-documents.md#documents). */
export function LetterheadPage() {
  const { data, error, isFetching, refetch } = useQuery(letterheadQuery);
  const [plan, setPlan] = useState<FormPlan | null>(null);
  return (
    <>
      <PageTitle title="Letterhead" context="From whom statements and invoices come" />
      <Panel
        actions={
          data ? (
            <Button variant="default" onClick={() => setPlan(letterheadPlan(data, async () => (await refetch()).data))}>
              Change letterhead
            </Button>
          ) : null
        }
        title="As it will be printed"
      >
        {data ? <Preview letterhead={data} /> : null}
        {error && !data ? (
          <ErrorState
            what="The letterhead could not be loaded."
            message={error.message}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : null}
        {data || error ? null : <LinesSkeleton lines={4} />}
      </Panel>
      <SchemaForm plan={plan} topic={LETTERHEAD} onClose={() => setPlan(null)} />
    </>
  );
}

function Preview({ letterhead }: { letterhead: Letterhead }) {
  const { address, by, contact, logo, name, paper, payment, since, tax_id: taxId } = letterhead;
  if (since === null) return <p>Nobody wrote one yet: documents say only Voltboard, and invoices not how to pay.</p>;
  return (
    <>
      {logo === null ? null : <img className={classes.logo} src={logo} alt={`Logo of ${name}`} />}
      <p className={classes.lines}>
        {[name, address, taxId === '' ? '' : `Tax id ${taxId}`, contact].filter((text) => text !== '').join('\n')}
      </p>
      <h3 className={classes.head}>On invoices</h3>
      <p className={classes.lines}>{payment === '' ? 'Nothing about how to pay' : payment}</p>
      <h3 className={classes.head}>Paper</h3>
      <p className={classes.lines}>{PAPERS.find(({ value }) => value === paper)?.label}</p>
      <p className={classes.quiet}>
        Since <TimeText instant={since} /> by {by}
      </p>
    </>
  );
}
