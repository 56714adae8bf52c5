import { useQuery } from '@tanstack/react-query';
import type { AdminCampaign, CampaignStatus } from '#contract/campaigns.ts';
import { formatCount, formatDollars } from '../../lib/formatters.ts';
import { useImportRuns } from '../../lib/import-runs.ts';
import { useTableAddress } from '../../lib/table-search.ts';
import type { Column } from '../../ui/data-table.tsx';
import { ImportButton } from '../../ui/import-button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ServerTable } from '../../ui/server-table.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { campaignsQuery } from './campaigns-api.ts';
import { CampaignsImport } from './campaigns-import.tsx';

const STATUS_WORDS: Readonly<Record<CampaignStatus, string>> = {
  running: 'Live',
  paused: 'Paused',
  planned: 'Scheduled',
  ended: 'Ended',
  empty: 'No flights',
};
const STATUS_TONES = {
  running: 'good',
  paused: 'warning',
  planned: 'neutral',
  ended: 'neutral',
  empty: 'neutral',
} as const;

const COLUMNS: readonly Column<AdminCampaign>[] = [
  { name: 'name', head: 'Campaign', isHeading: true, isSortable: true, isWrapping: true, cell: ({ name }) => name },
  {
    name: 'advertiser',
    head: 'Advertiser',
    isSortable: true,
    isWrapping: true,
    cell: ({ advertiser }) => advertiser,
  },
  {
    name: 'status',
    head: 'State',
    cell: ({ status }) => <StateTag tone={STATUS_TONES[status]}>{STATUS_WORDS[status]}</StateTag>,
  },
  { name: 'flights', head: 'Flights', isNumber: true, isWideOnly: true, cell: ({ flights }) => formatCount(flights) },
  {
    name: 'starts',
    head: 'Begins',
    isWideOnly: true,
    cell: ({ starts_at }) => (starts_at === null ? '–' : <TimeText instant={starts_at} toThe="minute" />),
  },
  {
    name: 'ends',
    head: 'Ends',
    isWideOnly: true,
    cell: ({ ends_at }) => (ends_at === null ? '–' : <TimeText instant={ends_at} toThe="minute" />),
  },
  { name: 'budget', head: 'Budget', isNumber: true, cell: ({ budget }) => formatDollars(budget) },
];

/** `/admin/campaigns`: what runs, of whom, for how much; `form=import` takes a file in. */
export function CampaignsPage() {
  const address = useTableAddress();
  const answer = useQuery(campaignsQuery(address.search));
  // Customers count their campaigns, and the first steps of a new network tick off: all is read anew.
  const imports = useImportRuns('campaigns');
  const { form, page = '' } = address.search;
  const showForm = (next: string): void => address.change({ form: next, page });
  return (
    <>
      <PageTitle title="Campaigns" context="Of all advertisers" />
      <Panel label="Campaign list" flush>
        <ServerTable
          caption="Campaigns"
          nouns={['campaign', 'campaigns']}
          columns={COLUMNS}
          keyOf={({ id }) => id}
          answer={answer}
          address={address}
          defaultSort="name"
          searchLabel="Search by campaign or advertiser"
          toolbarActions={<ImportButton known={imports} isOpen={form === 'import'} onOpen={() => showForm('import')} />}
          empty={{ title: 'No campaigns yet', text: 'Import campaigns.csv, once its advertisers are customers.' }}
        />
      </Panel>
      <CampaignsImport known={imports} isOpen={form === 'import'} onClose={() => showForm('')} />
    </>
  );
}
