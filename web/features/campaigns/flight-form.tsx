import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Button, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowLeft } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { FlightDetail } from '#contract/flight-parts.ts';
import { ApiError } from '../../lib/api-error.ts';
import { type Draft, useDraft } from '../../lib/draft.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StaleNote } from '../../ui/stale-note.tsx';
import { showToast } from '../../ui/toast.ts';
import { CampaignsLink, useCampaignPlaces } from './campaign-links.tsx';
import { CampaignInputs } from './campaign-plan.tsx';
import { MODEL_WORDS, pricesByPlace, priceWords } from './campaign-words.ts';
import classes from './campaigns.module.css';
import { advertisersQuery, doAct, rateCardQuery } from './campaigns-api.ts';
import { addCreativeTo, type CreativeDraft, CreativeInputs, EMPTY_CREATIVE } from './creative-inputs.tsx';
import { CreativeList } from './creative-list.tsx';
import { FLIGHT_FIELD_NAMES, targetsOf } from './flight-draft.ts';
import { DateInputs, LabelInput, ModelInput, MoneyInputs } from './flight-inputs.tsx';
import { flightFormStrings as strings } from './flights-strings.ts';
import { ForecastPanel, ForecastPlaces } from './forecast-panel.tsx';
import { ErrorSummary, FORM_SECTIONS, FormSections, goToField, inFormOrder, MissingList } from './missing-list.tsx';
import { TargetField } from './target-field.tsx';
import { type CampaignDraft, type DraftRows, useCampaignDraft } from './use-campaign-draft.ts';
import { writtenFlight } from './written-figures.ts';

const [CAMPAIGN_SECTION, SCHEDULE, BUDGET, CREATIVES] = FORM_SECTIONS;
/** ID of the form's top, where its errors are listed. */
const TOP = 'flight-form-errors';
/** A newly placed circle's radius in kilometers. */
const FIRST_KM = 50;
/** Rounds degrees to three decimals, about a hundred meters. */
const atMetres = (angle: number): number => Math.round(angle * 1_000) / 1_000;

type FlightFormProps = { start: CampaignDraft; rows: DraftRows };

/**
 * A campaign with its flight on one page, beside its missing fields and the forecast of its reach and cost. The form
 * stores the draft while the user types, and submits it when nothing is missing.
 */
export function FlightForm({ start, rows: known }: FlightFormProps) {
  const { isAdmin, openForm, openFlight } = useCampaignPlaces();
  const draft = useCampaignDraft({
    start,
    rows: known,
    isAdmin,
    onMade: (flight) => openForm({ flight }, { isSame: true }),
  });
  const creative = useDraft<CreativeDraft>(
    `creative-field:${draft.rows.flight?.id ?? 'new'}`,
    useCurrentUser()?.id ?? '',
    EMPTY_CREATIVE,
    { isLostByLeaving: true },
  );
  const [wasAsked, setAsked] = useState(false);
  /** How many submissions failed. Each of them leads to the first field in error. */
  const [failures, setFailures] = useState(0);
  const [isPlacing, setPlacing] = useState(false);
  const [addChosen, setAddChosen] = useState<AddCreative | null>(null);
  const { fields, change, faults, errors, rows, save } = draft;
  const missing = missingInDraft(fields, rows.flight, { isAdmin, hasPicture: addChosen !== null });
  const submitting = useMutation({
    meta: { errors: 'own' },
    mutationFn: async () => {
      setAsked(true);
      const saved = draft.isSaved ? rows.flight : await save();
      if (saved === null) return null;
      // A chosen picture is meant to be part of the flight, even if the user did not click to add it.
      const flight = addChosen === null ? saved : await addChosen(saved).catch(() => null);
      if (flight === null) return null;
      if (Object.keys(flight.missing).length > 0) return null;
      return writtenFlight(await doAct('submit', flight), flight);
    },
    onSuccess: async (flight) => {
      if (flight === null) return setFailures((count) => count + 1);
      draft.setFlight(flight);
      creative.clear();
      await draft.leave();
      void showToast({
        kind: 'success',
        message: interpolate(strings.submitted, { code: flight.code }),
      });
      openFlight(flight.id);
    },
    onError: () => setFailures((count) => count + 1),
  });
  const refusedBySubmit = formErrors(submitting.error, [...FLIGHT_FIELD_NAMES, 'creatives']);
  const shown = {
    ...(wasAsked ? missing : {}),
    ...refusedBySubmit.fields,
    ...errors.fields,
    ...faults,
  };
  const formError = errors.form ?? refusedBySubmit.form;
  const leadToError = useEffectEvent(() => {
    const [first] = inFormOrder(shown);
    if (first !== undefined) goToField(first[0]);
    else document.getElementById(TOP)?.scrollIntoView({ block: 'center' });
  });
  useEffect(() => {
    if (failures > 0) leadToError();
  }, [failures]);
  const place = ({ lat, lng }: { readonly lat: number; readonly lng: number }): void => {
    const targets = targetsOf(fields);
    const circle = { lat: atMetres(lat), lng: atMetres(lng), km: targets.circle?.km ?? FIRST_KM };
    setPlacing(false);
    change({ targets: JSON.stringify({ ...targets, circle }) });
  };
  const props = { draft: fields, change, errors: shown, refuse: () => {} };
  const isGiven = submitting.error instanceof ApiError && submitting.error.status === 409;
  return (
    <>
      <CampaignsLink>
        <IconArrowLeft size={16} aria-hidden="true" /> {strings.campaigns}
      </CampaignsLink>
      <PageTitle
        title={known.flight === null ? strings.newCampaign : fields.name || strings.untitled}
        context={<SavedLine draft={draft} isAdmin={isAdmin} />}
      />
      <div id={TOP}>
        <AlertMessage text={formError} />
        <ErrorSummary errors={failures > 0 ? shown : {}} />
      </div>
      <FormSections missing={missing} />
      <div className={classes.form}>
        <div className={classes.stack}>
          {draft.wasMerged ? (
            <p className={classes.notice} role="status">
              {strings.draftMerged}
            </p>
          ) : null}
          {isGiven ? <p className={classes.muted}>{strings.changedMeanwhile}</p> : null}
          {rows.flight?.return_reason ? (
            <section className={classes.notice} role="note">
              <strong>{strings.returned}</strong> {rows.flight.return_reason}
            </section>
          ) : null}
          <Panel title={strings.campaign} anchor={CAMPAIGN_SECTION.anchor}>
            <div className={classes.fields}>
              {isAdmin && rows.campaign === null ? (
                <AdvertiserSelect
                  value={fields.advertiser_id}
                  error={shown.advertiser_id}
                  onChange={(id) => change({ advertiser_id: id })}
                />
              ) : null}
              <CampaignInputs {...props} />
            </div>
          </Panel>
          <Panel title={strings.schedule} anchor={SCHEDULE.anchor}>
            <div className={classes.fields}>
              <LabelInput {...props} />
              <DateInputs {...props} />
              <TargetField
                targets={targetsOf(fields)}
                names={rows.flight?.target_names ?? []}
                error={shown.targets}
                onChange={(targets) => change({ targets: JSON.stringify(targets) })}
                placing={{ isPlacing, onAsk: () => setPlacing(!isPlacing) }}
              />
              <ForecastPlaces
                draft={fields}
                onPlace={isPlacing ? place : null}
                onCircle={(circle) => change({ targets: JSON.stringify({ ...targetsOf(fields), circle }) })}
              />
            </div>
          </Panel>
          <Panel title={strings.budgetAndPricing} anchor={BUDGET.anchor}>
            <div className={classes.fields}>
              <ModelInput {...props} />
              <RateNote model={fields.model} />
              <MoneyInputs {...props} />
            </div>
          </Panel>
          <Panel title={strings.creatives} anchor={CREATIVES.anchor}>
            <CreativeField
              flight={rows.flight}
              text={creative}
              sponsor={fields.sponsor || rows.campaign?.advertiser || ''}
              error={shown.creatives}
              canBeKept={draft.isNameable && !draft.isSaving}
              makeFlight={save}
              onChosen={(add) => setAddChosen(() => add)}
              onChanged={draft.setFlight}
            />
          </Panel>
        </div>
        <aside className={classes.beside} aria-label={strings.summary}>
          <ForecastPanel draft={fields} />
          <MissingList missing={missing} isForm />
          <Button
            fullWidth
            loading={submitting.isPending}
            disabled={draft.isSaving}
            onClick={() => submitting.mutate()}
          >
            {strings.submitForReview}
          </Button>
        </aside>
      </div>
    </>
  );
}

type SavedLineProps = { draft: ReturnType<typeof useCampaignDraft>; isAdmin: boolean };

/** Says whether the typed text would survive closing the browser. */
function SavedLine({ draft, isAdmin }: SavedLineProps) {
  const words = () => {
    if (draft.isSaving) return strings.saving;
    if (draft.isSaved) return strings.saved;
    if (!draft.isNameable) return isAdmin ? strings.saveNeedsAdvertiserAndName : strings.saveNeedsName;
    return draft.errors.form === null && Object.keys(draft.errors.fields).length === 0
      ? strings.unsavedChanges
      : strings.partlySaved;
  };
  return <span role="status">{words()}</span>;
}

/** The rate card's current prices for a pricing model, by venue type. */
function RateNote({ model }: { model: string }) {
  const { data } = useQuery(rateCardQuery);
  if (!(model in MODEL_WORDS) || data === undefined) return null;
  const holding = data.data.filter((rate) => rate.model === model && rate.holds);
  if (holding.length === 0)
    return <p className={classes.muted}>{data.data.length === 0 ? strings.noRateCard : strings.rateMissing}</p>;
  return (
    <ul className={classes.plainList}>
      {pricesByPlace(holding).map(({ model: of, price, venue_type: type, where }) => (
        <li key={type ?? ''}>
          <strong>{priceWords(of, price)}</strong> <span className={classes.muted}>{where}</span>
        </li>
      ))}
    </ul>
  );
}

/**
 * Returns all fields that are missing before submission, each with a message. Only the server knows whether outlets or
 * prices are missing, and reports this once it has stored the draft. Until then, the function returns the empty fields.
 * A chosen picture (`hasPicture`) is not missing, because submitting adds it to the flight.
 */
export function missingInDraft(
  draft: CampaignDraft,
  flight: Pick<FlightDetail, 'missing'> | null,
  { isAdmin, hasPicture }: { readonly isAdmin: boolean; readonly hasPicture: boolean },
): Record<string, string> {
  const own: [string, string | false][] = [
    ['advertiser_id', isAdmin && draft.advertiser_id === '' && strings.advertiserMissing],
    ['name', draft.name.trim() === '' && strings.nameMissing],
  ];
  const empty: [string, string | false][] = [
    ['starts', draft.starts === '' && strings.startMissing],
    ['ends', draft.ends === '' && strings.endMissing],
    ['budget', draft.budget.trim() === '' && strings.budgetMissing],
    ['model', draft.model === '' && strings.modelMissing],
    ['creatives', !hasPicture && strings.creativeMissing],
  ];
  const said = (entries: [string, string | false][]) =>
    Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== false));
  const { creatives, ...others } = flight?.missing ?? said(empty);
  return { ...said(own), ...others, ...(creatives === undefined || hasPicture ? {} : { creatives }) };
}

type AdvertiserSelectProps = { value: string; error: string | undefined; onChange: (id: string) => void };

/** The advertiser for whom an administrator creates a campaign. The server searches by name. */
function AdvertiserSelect({ value, error, onChange }: AdvertiserSelectProps) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState('');
  const [q] = useDebouncedValue(typed, 250);
  const { data } = useQuery(advertisersQuery(q === chosen ? '' : q));
  const found = (data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const isListed = value === '' || found.some((one) => one.value === value);
  return (
    <Select
      id="flight-advertiser_id"
      label={strings.advertiser}
      withAsterisk
      searchable
      placeholder={strings.searchPlaceholder}
      nothingFoundMessage={strings.noMatch}
      data={isListed ? found : [{ value, label: chosen }, ...found]}
      filter={({ options }) => options}
      value={value === '' ? null : value}
      error={error}
      onSearchChange={setTyped}
      onChange={(next, option) => {
        setChosen(option?.label ?? '');
        onChange(next ?? '');
      }}
      maxDropdownHeight={260}
      comboboxProps={{ withinPortal: true }}
    />
  );
}

/** Adds the chosen picture to the flight. Rejects with the server's error, which the creative field shows. */
type AddCreative = (flight: FlightDetail) => Promise<FlightDetail>;

type CreativeFieldProps = {
  /** Null until the draft is stored. Adding a creative first stores the draft. */
  flight: FlightDetail | null;
  text: Draft<CreativeDraft>;
  sponsor: string;
  error: string | undefined;
  canBeKept: boolean;
  makeFlight: () => Promise<FlightDetail | null>;
  /** Receives the function that adds a picture which was chosen but not added; null if there is none. */
  onChosen: (add: AddCreative | null) => void;
  /** Called with the flight's new version after a creative was added or removed. */
  onChanged: (flight: FlightDetail) => void;
};

/** A draft flight's creatives, and the fields for adding a creative. */
function CreativeField(props: CreativeFieldProps) {
  const { flight, text, sponsor, error, canBeKept, makeFlight, onChanged, onChosen } = props;
  const { file, target } = text.fields;
  const adding = useMutation({
    meta: { errors: 'own' },
    mutationFn: (known: FlightDetail | null) =>
      addCreativeTo(async () => {
        const row = known ?? (await makeFlight());
        if (row === null) throw new Error(strings.nameNeededForCreative);
        return row;
      }, text.fields),
    onSuccess: (next) => {
      text.restart({ ...EMPTY_CREATIVE, target });
      onChanged(next);
      void showToast({ kind: 'success', message: strings.creativeAdded });
    },
  });
  const tellChosen = useEffectEvent(() => onChosen(file === null ? null : adding.mutateAsync));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each file starts a new check
  useEffect(() => tellChosen(), [file]);
  const refused = formErrors(adding.error, ['name', 'seconds', 'target']);
  return (
    <div className={classes.fields}>
      {error === undefined ? null : (
        <p className={classes.fault} role="alert">
          {error}
        </p>
      )}
      {flight !== null && flight.creatives.length > 0 ? <CreativeList flight={flight} onChanged={onChanged} /> : null}
      <AlertMessage text={refused.form} />
      {text.wasKept ? <StaleNote onClear={text.clear} /> : null}
      <CreativeInputs
        draft={text.fields}
        errors={refused.fields}
        sponsor={sponsor}
        change={(part) => {
          if (part.file) adding.reset();
          text.change(part);
        }}
        action={
          <Button
            variant="light"
            disabled={file === null || !canBeKept}
            loading={adding.isPending}
            onClick={() => adding.mutate(flight)}
          >
            {strings.addCreative}
          </Button>
        }
      />
    </div>
  );
}
