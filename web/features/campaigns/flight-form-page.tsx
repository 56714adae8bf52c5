import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { readerTimeZone } from '../../lib/formatters.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { campaignQuery, flightQuery } from './campaigns-api.ts';
import { EMPTY_FLIGHT } from './flight-draft.ts';
import { FlightForm } from './flight-form.tsx';
import { flightFormPageStrings as strings } from './flights-strings.ts';
import { draftOfRows } from './use-campaign-draft.ts';

/** The page `/app/campaigns/form`: a new campaign, or a draft to continue (`flight`). */
export function FlightFormPage() {
  const { flight: named }: { flight?: string } = useSearch({ strict: false });
  // The parameter's value when the page opened. Later values are ignored, because the form itself adds the draft's ID
  // to the URL.
  const [opened] = useState(named);
  if (opened !== undefined) return <KeptDraft flightId={opened} />;
  const start = {
    advertiser_id: '',
    name: '',
    sponsor: '',
    category: 'other',
    time_zone: readerTimeZone(),
    ...EMPTY_FLIGHT,
  };
  return <FlightForm start={start} rows={{ campaign: null, flight: null }} />;
}

function KeptDraft({ flightId }: { flightId: string }) {
  const flight = useQuery(flightQuery(flightId));
  const campaignId = flight.data?.campaign_id;
  const campaign = useQuery({ ...campaignQuery(campaignId ?? ''), enabled: campaignId !== undefined });
  if (flight.data !== undefined && campaign.data !== undefined) {
    const start = draftOfRows(campaign.data, flight.data);
    return <FlightForm start={start} rows={{ campaign: campaign.data, flight: flight.data }} />;
  }
  const error = flight.error ?? campaign.error;
  return (
    <>
      <PageTitle title={strings.draft} />
      <Panel label={strings.draft}>
        {error === null ? (
          <LinesSkeleton lines={8} />
        ) : (
          <ErrorState
            what={strings.loadFailed}
            message={error.message}
            onRetry={() => void (flight.data === undefined ? flight.refetch() : campaign.refetch())}
            isRetrying={flight.isFetching || campaign.isFetching}
          />
        )}
      </Panel>
    </>
  );
}
