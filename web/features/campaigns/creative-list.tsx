import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { CREATIVE_FIGURE_DAYS, LEAST_WEIGHT, MOST_WEIGHT, PREVIEW_DAYS } from '#contract/creatives.ts';
import type { Creative, FlightDetail } from '#contract/flight-parts.ts';
import { counted, NOUNS } from '#domain/counted.ts';
import { metricLabel } from '#domain/report-metrics.ts';
import { copyText } from '../../lib/copy-text.ts';
import { formatCount, formatPercent } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import { AdPreview } from './ad-preview.tsx';
import { useIsAdministrator, useIsOnlyLooking, useMayWrite } from './campaign-links.tsx';
import classes from './campaigns.module.css';
import { CAMPAIGNS, changeCreative, creativeFiguresQuery, dropCreative, makePreviewLink } from './campaigns-api.ts';
import { creativeListStrings as strings } from './campaigns-strings.ts';
import { UtmInputs, utmDraftOf, utmOfDraft } from './creative-inputs.tsx';
import { writtenFlight } from './written-figures.ts';

/**
 * Whether the user's changes are proposals: an advertiser's change to an approved flight waits for an administrator.
 */
export const isProposal = ({ acts }: FlightDetail): boolean => acts.includes('propose');

const removalOf = (
  flight: FlightDetail,
  { id, name }: Creative,
  onChanged: (flight: FlightDetail) => void,
): ConfirmedActionPlan => ({
  title: isProposal(flight) ? strings.proposeRemoval : strings.removeCreative,
  confirmLabel: isProposal(flight) ? strings.propose : strings.remove,
  isDangerous: true,
  text: isProposal(flight) ? (
    <p>{interpolate(strings.proposeRemovalText, { name })}</p>
  ) : (
    <p>{interpolate(strings.removalText, { name })}</p>
  ),
  run: async () => {
    onChanged(writtenFlight(await dropCreative(flight.id, id), flight));
    return isProposal(flight) ? interpolate(strings.removalProposed, { name }) : interpolate(strings.removed, { name });
  },
});

/** Returns the form for how often a creative is shown, and for its UTM parameters. */
const deliveryPlan = (
  flight: FlightDetail,
  { id, name, weight, utm, utm_kept: kept }: Creative,
  onChanged: (flight: FlightDetail) => void,
): FormPlan => ({
  id: `creative-delivery:${id}`,
  title: strings.editCreative,
  context: `${name}. ${strings.editContext}`,
  submitLabel: strings.save,
  start: { weight: String(weight), ...utmDraftOf(utm) },
  fields: (props) => (
    <>
      <TextInput
        label={strings.weight}
        description={strings.weightHint}
        inputMode="numeric"
        data-autofocus
        value={props.draft.weight ?? ''}
        error={props.errors.weight}
        onChange={(event) => props.change({ weight: event.currentTarget.value })}
      />
      <UtmInputs {...props} hint={strings.utmHint} />
      {kept.length === 0 ? null : (
        <p className={classes.muted}>{interpolate(strings.utmKept, { names: kept.join(', ') })}</p>
      )}
    </>
  ),
  submit: async (draft) => {
    const typed = draft.weight?.trim() ?? '';
    if (!/^\d{1,3}$/.test(typed) || Number(typed) < LEAST_WEIGHT || Number(typed) > MOST_WEIGHT)
      throw new Error(strings.weightInvalid);
    const written = await changeCreative(flight, id, { weight: Number(typed), utm: utmOfDraft(draft) });
    onChanged(writtenFlight(written, flight));
    return interpolate(strings.saved, { name });
  },
});

/** Returns the confirmation that creates a preview link. `onMade` gets the link. */
function previewPlan(flight: FlightDetail, { id, name }: Creative, onMade: (url: string) => void): ConfirmedActionPlan {
  let made = '';
  return {
    title: strings.previewTitle,
    confirmLabel: strings.previewCreate,
    text: <p>{interpolate(strings.previewText, { name, days: PREVIEW_DAYS.usual })}</p>,
    run: async () => {
      made = (await makePreviewLink(flight.id, id)).url;
      return strings.previewMade;
    },
    onDone: () => onMade(made),
  };
}

/** Returns the dialog that shows a new preview link and copies it. */
const linkPlan = (url: string): ConfirmedActionPlan => ({
  title: strings.previewLink,
  confirmLabel: strings.previewCopy,
  text: <TextInput label={strings.previewLink} readOnly value={url} onFocus={(event) => event.target.select()} />,
  run: async () => {
    if (!(await copyText(url))) throw new Error(strings.previewNotCopied);
    return strings.previewCopied;
  },
});

type CreativeListProps = {
  flight: FlightDetail;
  /** Called with the flight's new version. */
  onChanged?: (flight: FlightDetail) => void;
};

/** A flight's ads as outlets show them, with their weights and figures, and the properties that have blocked them. */
export function CreativeList({ flight, onChanged = () => {} }: CreativeListProps) {
  const [plan, setPlan] = useState<ConfirmedActionPlan | null>(null);
  const [form, setForm] = useState<FormPlan | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const isOnlyLooking = useIsOnlyLooking();
  const mayShare = useMayWrite() && !isOnlyLooking;
  const mayChange = (flight.acts.includes('edit') || isProposal(flight)) && !isOnlyLooking;
  const leaving = flight.proposal?.creatives_removed ?? [];
  const all = flight.creatives.reduce((sum, { weight }) => sum + weight, 0);
  if (flight.creatives.length === 0) return <p className={classes.muted}>{strings.empty}</p>;
  return (
    <>
      <ul className={classes.creatives}>
        {flight.creatives.map((creative) => (
          <CreativeItem key={creative.id} creative={creative} sponsor={flight.sponsor}>
            {flight.creatives.length < 2 ? null : (
              <p className={classes.muted}>
                {interpolate(strings.share, {
                  weight: creative.weight,
                  share: formatPercent((100 * creative.weight) / all),
                })}
              </p>
            )}
            {hasRun(flight) ? <CreativeFigures flightId={flight.id} creativeId={creative.id} /> : null}
            {leaving.includes(creative.id) ? <p className={classes.muted}>{strings.removalPending}</p> : null}
            <div className={classes.buttons}>
              {mayShare && creative.url !== null ? (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={interpolate(strings.previewNamed, { name: creative.name })}
                  onClick={() =>
                    setPlan(
                      previewPlan(flight, creative, (url) => {
                        setPlan(null);
                        setLink(url);
                      }),
                    )
                  }
                >
                  {strings.preview}
                </Button>
              ) : null}
              {mayChange && !leaving.includes(creative.id) ? (
                <>
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={interpolate(strings.editNamed, { name: creative.name })}
                    onClick={() => setForm(deliveryPlan(flight, creative, onChanged))}
                  >
                    {strings.edit}
                  </Button>
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={interpolate(strings.removeNamed, { name: creative.name })}
                    onClick={() => setPlan(removalOf(flight, creative, onChanged))}
                  >
                    {strings.remove}
                  </Button>
                </>
              ) : null}
            </div>
          </CreativeItem>
        ))}
      </ul>
      {hasRun(flight) ? <OtherViews flightId={flight.id} /> : null}
      <ConfirmedAction plan={plan} topic={CAMPAIGNS} onClose={() => setPlan(null)} />
      <ConfirmedAction plan={link === null ? null : linkPlan(link)} topic={CAMPAIGNS} onClose={() => setLink(null)} />
      <SchemaForm plan={form} topic={CAMPAIGNS} onClose={() => setForm(null)} />
    </>
  );
}

const hasRun = ({ state }: FlightDetail): boolean => !['draft', 'in_review', 'returned', 'scheduled'].includes(state);

type CreativeItemProps = { creative: Creative; sponsor: string; children: ReactNode };

function CreativeItem({ creative, sponsor, children }: CreativeItemProps) {
  return (
    <li>
      <AdPreview picture={creative.url} name={creative.name} sponsor={sponsor} seconds={creative.seconds} />
      <p>
        <strong>{creative.name}</strong>
        <br />
        <a href={creative.click_target} target="_blank" rel="noreferrer">
          {creative.click_target}
        </a>
      </p>
      {creative.utm_kept.length === 0 ? null : (
        <p className={classes.muted}>{interpolate(strings.utmKept, { names: creative.utm_kept.join(', ') })}</p>
      )}
      {creative.refusals.map(({ customer, reason, at }) => (
        <p key={`${customer} ${at}`} className={classes.muted}>
          {interpolate(strings.rejectedBy, { customer, reason })}
        </p>
      ))}
      {children}
    </li>
  );
}

/** Says how many views are of no known creative, because they were reported without a play. */
function OtherViews({ flightId }: { flightId: string }) {
  const { data } = useQuery(creativeFiguresQuery(flightId));
  const views = data?.other.views ?? 0;
  if (views === 0) return null;
  return <p className={classes.muted}>{interpolate(strings.otherViews, { views: counted(views, NOUNS.view) })}</p>;
}

type CreativeFiguresProps = { flightId: string; creativeId: string };

/** A creative's recent views, burns and clicks. Names and definitions are those of reports. */
function CreativeFigures({ flightId, creativeId }: CreativeFiguresProps) {
  const side = useIsAdministrator() ? 'admin' : 'advertiser';
  const { data, error } = useQuery(creativeFiguresQuery(flightId));
  if (error !== null && data === undefined) return <p className={classes.muted}>{strings.figuresFailed}</p>;
  const figures = data?.creatives.find(({ id }) => id === creativeId);
  const rate = (value: number | null | undefined) => (value == null ? '–' : percent.format(value));
  const count = (value: number | undefined) => (value === undefined ? '–' : formatCount(value));
  return (
    <>
      <p className={classes.muted}>{interpolate(strings.figuresTitle, { days: CREATIVE_FIGURE_DAYS })}</p>
      <dl className={classes.creativeFigures}>
        {(['views', 'burns', 'clicks', 'click_rate'] as const).map((metric) => (
          <div key={metric}>
            <dt>{metricLabel(metric, side)}</dt>
            <dd>{metric === 'click_rate' ? rate(figures?.click_rate) : count(figures?.[metric])}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Click rates are small, so they have two decimals. */
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 2 });
