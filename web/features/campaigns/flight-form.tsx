import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { useDraft } from '../../lib/draft.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { showToast } from '../../ui/toast.ts';
import { AdvertiserSelect } from './advertiser-select.tsx';
import { CampaignsLink, useCampaignPlaces } from './campaign-links.tsx';
import { CampaignInputs } from './campaign-plan.tsx';
import classes from './campaigns.module.css';
import { doAct } from './campaigns-api.ts';
import { type AddCreative, CreativeField } from './creative-field.tsx';
import { type CreativeDraft, EMPTY_CREATIVE } from './creative-inputs.tsx';
import { FLIGHT_FIELD_NAMES, targetsOf } from './flight-draft.ts';
import { DateInputs, ModelInput, MoneyInputs } from './flight-inputs.tsx';
import { ForecastPanel, ForecastPlaces } from './forecast-panel.tsx';
import { missingInDraft } from './missing-in-draft.ts';
import { MissingList } from './missing-list.tsx';
import { RateNote } from './rate-note.tsx';
import { TargetField } from './target-field.tsx';
import { type CampaignDraft, type DraftRows, useCampaignDraft } from './use-campaign-draft.ts';
import { writtenFlight } from './written-figures.ts';

/** The radius of a newly placed circle, in kilometers. */
const FIRST_KM = 50;
/** Rounds to three decimals of a degree, about a hundred meters. */
const atMetres = (angle: number): number => Math.round(angle * 1_000) / 1_000;

type FlightFormProps = { start: CampaignDraft; rows: DraftRows };

/**
 * A campaign with its flight on one page, beside the forecast of its reach and cost and the missing fields. The form
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
      // A chosen picture is meant to be part of the flight, even if the user did not add it.
      const flight = addChosen === null ? saved : await addChosen(saved).catch(() => null);
      if (flight === null) return null;
      if (Object.keys(flight.missing).length > 0) return null;
      return writtenFlight(await doAct('submit', flight), flight);
    },
    onSuccess: async (flight) => {
      if (flight === null) return;
      draft.setFlight(flight);
      creative.clear();
      await draft.leave();
      void showToast({ kind: 'success', message: `${flight.code} was submitted: an administrator looks at it` });
      openFlight(flight.id);
    },
  });
  const refusedBySubmit = formErrors(submitting.error, [...FLIGHT_FIELD_NAMES, 'creatives']);
  const shown = {
    ...(wasAsked ? missing : {}),
    ...refusedBySubmit.fields,
    ...errors.fields,
    ...faults,
  };
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
        <IconArrowLeft size={16} aria-hidden="true" /> Campaigns
      </CampaignsLink>
      <PageTitle
        title={known.flight === null ? 'New campaign' : fields.name || 'Draft'}
        context={<SavedLine draft={draft} isAdmin={isAdmin} />}
      />
      <AlertMessage text={errors.form ?? refusedBySubmit.form} />
      <div className={classes.form}>
        <div className={classes.stack}>
          {draft.wasMerged ? (
            <p className={classes.notice} role="status">
              This draft was changed in another window meanwhile. What you typed here stays, the rest is as it was
              stored there.
            </p>
          ) : null}
          {isGiven ? <p className={classes.muted}>Somebody else changed it meanwhile. Load this page anew.</p> : null}
          {rows.flight?.return_reason ? (
            <section className={classes.notice} role="note">
              <strong>Returned:</strong> {rows.flight.return_reason}
            </section>
          ) : null}
          <Panel title="Campaign">
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
          <Panel title="When and where">
            <div className={classes.fields}>
              <DateInputs {...props} />
              <TargetField
                targets={targetsOf(fields)}
                names={rows.flight?.target_names ?? []}
                error={shown.targets}
                onChange={(targets) => change({ targets: JSON.stringify(targets) })}
                placing={{ isPlacing, onAsk: () => setPlacing(!isPlacing) }}
              />
              <ForecastPlaces draft={fields} onPlace={isPlacing ? place : null} />
            </div>
          </Panel>
          <Panel title="Money">
            <div className={classes.fields}>
              <ModelInput {...props} />
              <RateNote model={fields.model} />
              <MoneyInputs {...props} />
            </div>
          </Panel>
          <Panel title="What is shown">
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
        <aside className={classes.beside} aria-label="What it comes to">
          <ForecastPanel draft={fields} />
          <MissingList missing={missing} />
          <Button
            fullWidth
            loading={submitting.isPending}
            disabled={draft.isSaving}
            onClick={() => submitting.mutate()}
          >
            Submit for review
          </Button>
        </aside>
      </div>
    </>
  );
}

type SavedLineProps = { draft: ReturnType<typeof useCampaignDraft>; isAdmin: boolean };

/** Reports whether the typed text would survive closing the browser. */
function SavedLine({ draft, isAdmin }: SavedLineProps) {
  const words = () => {
    if (draft.isSaving) return 'Saving the draft…';
    if (draft.isSaved) return 'The draft is saved. You may close the browser and go on later.';
    if (!draft.isNameable) return isAdmin ? 'Saved once it has an advertiser and a name.' : 'Saved once it has a name.';
    return draft.errors.form === null && Object.keys(draft.errors.fields).length === 0
      ? 'The draft will be saved in a moment.'
      : 'Not all of it could be saved yet.';
  };
  return <span role="status">{words()}</span>;
}
