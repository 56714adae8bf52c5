import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AD_CATEGORIES, type AdCategory } from '#contract/campaigns.ts';
import type { CreativePolicy, QueuedCreative } from '#contract/creatives.ts';
import { HousePicturePart } from '../../house-picture/house-picture-part.tsx';
import { formatCount, formatDayIn, formatLastDayIn } from '../../lib/formatters.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { useTableAddress } from '../../lib/table-search.ts';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import { ServerTable } from '../../ui/server-table.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './creatives.module.css';
import { accept, CREATIVES, creativePolicyQuery, creativesQuery, refuse, savePolicy } from './creatives-api.ts';

/** Formats a category such as `food_and_drink` as words. */
function categoryWord(category: string): string {
  const words = category.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const acceptPlan = ({ creative, advertiser, version }: QueuedCreative): ConfirmedActionPlan => ({
  title: 'Accept the creative',
  confirmLabel: 'Accept',
  text: (
    <p>
      {creative.name} of {advertiser} runs at your outlets.
    </p>
  ),
  run: async () => {
    await accept({ creative, version });
    return `${creative.name} was accepted`;
  },
});

const refusePlan = ({ creative, advertiser, version }: QueuedCreative): FormPlan => ({
  id: `refuse:${creative.id}`,
  title: 'Refuse the creative',
  context: `${creative.name} of ${advertiser} is kept off your outlets only.`,
  submitLabel: 'Refuse',
  start: { reason: '' },
  fields: ({ draft, change, errors }) => (
    <Textarea
      label="Reason"
      description="The advertiser and the administrators read it."
      autosize
      minRows={3}
      maxLength={500}
      withAsterisk
      aria-required
      data-autofocus
      value={draft.reason ?? ''}
      error={errors.reason}
      onChange={(event) => change({ reason: event.currentTarget.value })}
    />
  ),
  submit: async ({ reason = '' }) => {
    if (reason.trim() === '') throw new Error('Say why.');
    await refuse({ creative, version }, reason);
    return `${creative.name} was refused`;
  },
});

/** Splits the categories, which the draft stores as one comma-separated text. */
const listOf = (text: string | undefined): string[] => (text ?? '').split(',').filter((word) => word !== '');

const policyPlan = ({ review_each: each, blocked_categories: blocked, version }: CreativePolicy): FormPlan => ({
  id: 'policy',
  title: 'Which ads run here',
  context: 'It holds for all outlets of your organisation, from now on.',
  submitLabel: 'Save',
  start: { review_each: each ? 'yes' : '', blocked_categories: blocked.join() },
  fields: ({ draft, change, errors }) => {
    const chosen = listOf(draft.blocked_categories);
    return (
      <>
        <Checkbox
          label="We look at each ad first"
          description="An ad waits until a manager accepts it."
          checked={draft.review_each === 'yes'}
          onChange={(event) => change({ review_each: event.currentTarget.checked ? 'yes' : '' })}
        />
        <Checkbox.Group
          label="Never ads for"
          value={chosen}
          error={errors.blocked_categories}
          onChange={(words) => change({ blocked_categories: words.join() })}
        >
          <div className={classes.categories}>
            {AD_CATEGORIES.map((category) => (
              <Checkbox key={category} value={category} label={categoryWord(category)} />
            ))}
          </div>
        </Checkbox.Group>
      </>
    );
  },
  submit: async ({ review_each: review, blocked_categories: words }) => {
    await savePolicy({ review_each: review === 'yes', blocked_categories: listOf(words) as AdCategory[], version });
    return 'Which ads run was saved';
  },
});

type Standing = QueuedCreative['standing'];
const STANDING_WORDS: Readonly<Record<Standing, string>> = {
  waiting: 'Waits for you',
  accepted: 'Runs',
  refused: 'Refused',
  blocked: 'Category blocked',
};
const STANDING_TONES = { waiting: 'warning', accepted: 'good', refused: 'neutral', blocked: 'neutral' } as const;

const FILTERS = [
  {
    name: 'standing',
    label: 'Standing',
    all: 'All',
    choices: (Object.keys(STANDING_WORDS) as Standing[]).map((value) => ({ value, label: STANDING_WORDS[value] })),
  },
] as const;

const COLUMNS: readonly Column<QueuedCreative>[] = [
  {
    name: 'picture',
    head: 'Picture',
    isHeadHidden: true,
    isLong: true,
    cell: ({ creative }) =>
      creative.url === null ? (
        <span className={classes.none}>No picture</span>
      ) : (
        <a href={creative.url} target="_blank" rel="noreferrer" aria-label={`The picture of ${creative.name}`}>
          <img className={classes.picture} src={creative.url} alt="" loading="lazy" />
        </a>
      ),
  },
  {
    name: 'name',
    head: 'Creative',
    isHeading: true,
    isWrapping: true,
    cell: ({ creative: { name, seconds } }) => `${name} (${seconds} s)`,
  },
  {
    name: 'advertiser',
    head: 'Advertiser',
    isSortable: true,
    isWrapping: true,
    cell: ({ advertiser, sponsor }) =>
      sponsor === '' || sponsor === advertiser ? advertiser : `${advertiser}: ${sponsor}`,
  },
  { name: 'category', head: 'Category', isWrapping: true, cell: ({ category }) => categoryWord(category) },
  {
    name: 'starts_at',
    head: 'Runs',
    isWrapping: true,
    isSortable: true,
    isWideOnly: true,
    cell: ({ starts_at: start, ends_at: end, time_zone: zone }) =>
      `${formatDayIn(start, zone)} to ${formatLastDayIn(end, zone)}`,
  },
  { name: 'outlets', head: 'Outlets', isNumber: true, cell: ({ outlets }) => formatCount(outlets) },
  {
    name: 'standing',
    head: 'Standing',
    isWrapping: true,
    cell: ({ standing, reason }) => (
      <>
        <StateTag tone={STANDING_TONES[standing]}>{STANDING_WORDS[standing]}</StateTag>
        {reason === '' ? null : <span className={classes.reason}>“{reason}”</span>}
      </>
    ),
  },
  {
    name: 'created_at',
    head: 'Since',
    isSortable: true,
    isWideOnly: true,
    isRoomy: true,
    cell: ({ creative }) => <TimeText instant={creative.created_at} toThe="date" />,
  },
];

/** The page `/app/creatives`: which ads run at the property's outlets, which are waiting, and which are blocked. */
export function CreativesPage() {
  const user = useCurrentUser();
  const address = useTableAddress();
  const answer = useQuery(creativesQuery(address.search));
  const [act, setAct] = useState<ConfirmedActionPlan | null>(null);
  const [form, setForm] = useState<FormPlan | null>(null);
  const mayWrite = user?.role === 'property' && user.standing === 'manager' && user.viewed_by === '';
  return (
    <>
      <PageTitle title="Creatives" context="Ads that reach your outlets" />
      <div className={classes.stack}>
        <PolicyPanel mayWrite={mayWrite} onChange={setForm} />
        <Panel title="House picture">
          <HousePicturePart isReadOnly={!mayWrite} />
        </Panel>
        <Panel label="Creative list" flush>
          <ServerTable
            caption="Creatives"
            nouns={['creative', 'creatives']}
            columns={COLUMNS}
            keyOf={({ creative }) => creative.id}
            answer={answer}
            address={address}
            defaultSort="-created_at"
            searchLabel="Search by creative or advertiser"
            filters={FILTERS}
            {...(mayWrite
              ? {
                  rowActions: (row: QueuedCreative) => (
                    <Decisions
                      row={row}
                      onAccept={() => setAct(acceptPlan(row))}
                      onRefuse={() => setForm(refusePlan(row))}
                    />
                  ),
                }
              : {})}
            empty={{ title: 'No creatives yet', text: 'Ads of approved flights that reach your outlets stand here.' }}
          />
        </Panel>
      </div>
      <ConfirmedAction plan={act} topic={CREATIVES} onClose={() => setAct(null)} />
      <SchemaForm plan={form} topic={CREATIVES} onClose={() => setForm(null)} />
    </>
  );
}

type DecisionsProps = { row: QueuedCreative; onAccept: () => void; onRefuse: () => void };

function Decisions({ row: { standing, creative }, onAccept, onRefuse }: DecisionsProps) {
  return (
    <>
      {standing === 'waiting' || standing === 'refused' ? (
        <Button size="xs" aria-label={`Accept ${creative.name}`} onClick={onAccept}>
          Accept
        </Button>
      ) : null}
      {standing === 'waiting' || standing === 'accepted' ? (
        <Button size="xs" variant="default" aria-label={`Refuse ${creative.name}`} onClick={onRefuse}>
          Refuse
        </Button>
      ) : null}
    </>
  );
}

type PolicyPanelProps = { mayWrite: boolean; onChange: (plan: FormPlan) => void };

function PolicyPanel({ mayWrite, onChange }: PolicyPanelProps) {
  const { data: policy, error, isFetching, refetch } = useQuery(creativePolicyQuery);
  const blocked = policy?.blocked_categories ?? [];
  return (
    <Panel
      title="Which ads run here"
      actions={
        policy?.can_edit && mayWrite ? (
          <Button size="xs" variant="default" onClick={() => onChange(policyPlan(policy))}>
            Change
          </Button>
        ) : undefined
      }
    >
      {policy === undefined && error === null ? <LinesSkeleton lines={2} lineHeight={24} /> : null}
      {error !== null && policy === undefined ? (
        <ErrorState
          what="What you decided could not be loaded."
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {policy === undefined ? null : (
        <p className={classes.policy}>
          {policy.review_each
            ? 'Each ad waits until a manager accepts it.'
            : 'All ads run, apart from what you refuse.'}{' '}
          {blocked.length === 0 ? 'No category is blocked.' : `Never ads for: ${blocked.map(categoryWord).join(', ')}.`}
        </p>
      )}
    </Panel>
  );
}
