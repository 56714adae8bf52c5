import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AD_CATEGORIES, type AdCategory } from '#contract/campaigns.ts';
import type { CreativePolicy, QueuedCreative } from '#contract/creatives.ts';
import { capitalized } from '#domain/capitalized.ts';
import { NOUNS } from '#domain/counted.ts';
import { HousePicturePart } from '../../house-picture/house-picture-part.tsx';
import { formatCount, formatDayIn, formatLastDayIn } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { useTableAddress } from '../../lib/table-address.ts';
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
import {
  accept,
  CREATIVES,
  creativePolicyQuery,
  creativesQuery,
  downloadCreatives,
  refuse,
  savePolicy,
} from './creatives-api.ts';
import { creativesPageStrings as strings } from './creatives-strings.ts';

/** Formats a category such as `food_and_drink` as words. */
function categoryWord(category: string): string {
  return capitalized(category.replaceAll('_', ' '));
}

const acceptPlan = ({ creative, advertiser, version }: QueuedCreative): ConfirmedActionPlan => ({
  title: strings.acceptCreative,
  confirmLabel: strings.accept,
  text: <p>{interpolate(strings.acceptText, { name: creative.name, advertiser })}</p>,
  run: async () => {
    await accept({ creative, version });
    return interpolate(strings.accepted, { name: creative.name });
  },
});

const refusePlan = ({ creative, advertiser, version }: QueuedCreative): FormPlan => ({
  id: `refuse:${creative.id}`,
  title: strings.rejectCreative,
  context: interpolate(strings.rejectContext, { name: creative.name, advertiser }),
  submitLabel: strings.reject,
  start: { reason: '' },
  fields: ({ draft, change, errors }) => (
    <Textarea
      label={strings.reason}
      description={strings.reasonHint}
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
    if (reason.trim() === '') throw new Error(strings.reasonMissing);
    await refuse({ creative, version }, reason);
    return interpolate(strings.rejected, { name: creative.name });
  },
});

/** Splits the categories, which the draft stores as one comma-separated text. */
const listOf = (text: string | undefined): string[] => (text ?? '').split(',').filter((word) => word !== '');

const policyPlan = ({ review_each: each, blocked_categories: blocked, version }: CreativePolicy): FormPlan => ({
  id: 'policy',
  title: strings.adPolicy,
  context: strings.adPolicyContext,
  submitLabel: strings.save,
  start: { review_each: each ? 'yes' : '', blocked_categories: blocked.join() },
  fields: ({ draft, change, errors }) => {
    const chosen = listOf(draft.blocked_categories);
    return (
      <>
        <Checkbox
          label={strings.reviewEach}
          description={strings.reviewEachHint}
          checked={draft.review_each === 'yes'}
          onChange={(event) => change({ review_each: event.currentTarget.checked ? 'yes' : '' })}
        />
        <Checkbox.Group
          label={strings.blockedCategories}
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
    return strings.policySaved;
  },
});

type Standing = QueuedCreative['standing'];
const STANDING_WORDS: Readonly<Record<Standing, string>> = {
  waiting: strings.stateWaiting,
  accepted: strings.stateAccepted,
  refused: strings.stateRejected,
  blocked: strings.stateBlocked,
};
const STANDING_TONES = { waiting: 'warning', accepted: 'good', refused: 'neutral', blocked: 'neutral' } as const;

const FILTERS = [
  {
    name: 'standing',
    label: strings.status,
    all: strings.all,
    choices: (Object.keys(STANDING_WORDS) as Standing[]).map((value) => ({ value, label: STANDING_WORDS[value] })),
  },
] as const;

const COLUMNS: readonly Column<QueuedCreative>[] = [
  {
    name: 'picture',
    head: strings.picture,
    isHeadHidden: true,
    isLong: true,
    cell: ({ creative }) =>
      creative.url === null ? (
        <span className={classes.none}>{strings.noPicture}</span>
      ) : (
        <a
          href={creative.url}
          target="_blank"
          rel="noreferrer"
          aria-label={interpolate(strings.pictureOf, { name: creative.name })}
        >
          <img className={classes.picture} src={creative.url} alt="" loading="lazy" />
        </a>
      ),
  },
  {
    name: 'name',
    head: strings.creative,
    isHeading: true,
    isWrapping: true,
    cell: ({ creative: { name, seconds } }) => interpolate(strings.nameAndSeconds, { name, seconds }),
  },
  {
    name: 'advertiser',
    head: strings.advertiser,
    isSortable: true,
    isWrapping: true,
    cell: ({ advertiser, sponsor }) =>
      sponsor === '' || sponsor === advertiser
        ? advertiser
        : interpolate(strings.advertiserAndSponsor, { advertiser, sponsor }),
  },
  { name: 'category', head: strings.category, isWrapping: true, cell: ({ category }) => categoryWord(category) },
  {
    name: 'starts_at',
    head: strings.dates,
    isWrapping: true,
    isSortable: true,
    isWideOnly: true,
    cell: ({ starts_at: start, ends_at: end, time_zone: zone }) =>
      interpolate(strings.range, { start: formatDayIn(start, zone), end: formatLastDayIn(end, zone) }),
  },
  { name: 'outlets', head: strings.outlets, isNumber: true, cell: ({ outlets }) => formatCount(outlets) },
  {
    name: 'standing',
    head: strings.status,
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
    head: strings.added,
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
      <PageTitle title={strings.creatives} context={strings.context} />
      <div className={classes.stack}>
        <PolicyPanel mayWrite={mayWrite} onChange={setForm} />
        <Panel title={strings.housePicture}>
          <HousePicturePart isReadOnly={!mayWrite} />
        </Panel>
        <Panel label={strings.creativeList} flush>
          <ServerTable
            id="creatives"
            caption={strings.creatives}
            noun={NOUNS.creative}
            columns={COLUMNS}
            keyOf={({ creative }) => creative.id}
            answer={answer}
            onExport={(file) => downloadCreatives(address.search, file)}
            address={address}
            defaultSort="-created_at"
            searchLabel={strings.searchLabel}
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
            empty={{ title: strings.emptyTitle, text: strings.emptyText }}
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
        <Button size="xs" aria-label={interpolate(strings.acceptNamed, { name: creative.name })} onClick={onAccept}>
          {strings.accept}
        </Button>
      ) : null}
      {standing === 'waiting' || standing === 'accepted' ? (
        <Button
          size="xs"
          variant="default"
          aria-label={interpolate(strings.rejectNamed, { name: creative.name })}
          onClick={onRefuse}
        >
          {strings.reject}
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
      title={strings.adPolicy}
      actions={
        policy?.can_edit && mayWrite ? (
          <Button size="xs" variant="default" onClick={() => onChange(policyPlan(policy))}>
            {strings.edit}
          </Button>
        ) : undefined
      }
    >
      {policy === undefined && error === null ? <LinesSkeleton lines={2} lineHeight={24} /> : null}
      {error !== null && policy === undefined ? (
        <ErrorState
          what={strings.policyLoadFailed}
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {policy === undefined ? null : (
        <p className={classes.policy}>
          {policy.review_each ? strings.policyReviewEach : strings.policyRunAll}{' '}
          {blocked.length === 0
            ? strings.nothingBlocked
            : interpolate(strings.blockedList, { categories: blocked.map(categoryWord).join(', ') })}
        </p>
      )}
    </Panel>
  );
}
