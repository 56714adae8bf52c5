import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Campaign } from '#contract/campaigns.ts';
import { NOUNS } from '#domain/counted.ts';
import { csvFile } from '../../lib/csv-file.ts';
import { useImportRuns } from '../../lib/import-runs.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { useTableAddress } from '../../lib/table-address.ts';
import type { Column } from '../../ui/data-table.tsx';
import { ImportButton } from '../../ui/import-button.tsx';
import { ImportDrawer } from '../../ui/import-drawer.tsx';
import type { KnownRuns } from '../../ui/import-words.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ServerTable } from '../../ui/server-table.tsx';
import { campaignExplained } from './campaign-figure.tsx';
import { useCampaignPlaces } from './campaign-links.tsx';
import { CATEGORY_CHOICES, STATE_CHOICES } from './campaign-words.ts';
import classes from './campaigns.module.css';
import { campaignsQuery, exportFile, sendCampaigns } from './campaigns-api.ts';
import { campaignsPageStrings as strings } from './campaigns-strings.ts';
import { figureColumns } from './flight-columns.tsx';

type CampaignsImportProps = { known: KnownRuns; isOpen: boolean; onClose: () => void };

/** Imports campaigns and their flights from a file. Creates and changes them, but never deletes any. */
function CampaignsImport({ known, isOpen, onClose }: CampaignsImportProps) {
  return (
    <ImportDrawer
      title={strings.importCampaigns}
      file={csvFile('campaigns')}
      isOpen={isOpen}
      onClose={onClose}
      known={known}
      send={sendCampaigns}
    />
  );
}

const NAME: Column<Campaign> = {
  name: 'name',
  head: strings.campaign,
  isHeading: true,
  isSortable: true,
  isWrapping: true,
  cell: ({ name, is_archived: isArchived }) => (isArchived ? interpolate(strings.archivedName, { name }) : name),
};
const ADVERTISER: Column<Campaign> = {
  name: 'advertiser',
  head: strings.advertiser,
  isSortable: true,
  isWrapping: true,
  cell: ({ advertiser }) => advertiser,
};
const OWN_COLUMNS = [NAME, ...figureColumns<Campaign>(true, campaignExplained)];
const ALL_COLUMNS = [NAME, ADVERTISER, ...figureColumns<Campaign>(true, campaignExplained)];

const FILTERS = [
  { name: 'state', label: strings.state, all: strings.allStates, choices: STATE_CHOICES },
  { name: 'category', label: strings.category, all: strings.allCategories, choices: CATEGORY_CHOICES },
  {
    name: 'archived',
    label: strings.archived,
    all: strings.notArchived,
    choices: [
      { value: 'only', label: strings.onlyArchived },
      { value: 'all', label: strings.withArchived },
    ],
  },
] as const;

/** The page `/app/campaigns`: the advertiser's campaigns, with their spend and counts. */
export function CampaignsPage() {
  const user = useCurrentUser();
  const mayWrite = user?.role === 'advertiser' && user.standing === 'manager' && user.viewed_by === '';
  return (
    <>
      <PageTitle
        title={strings.campaigns}
        context={user?.customer || strings.defaultContext}
        actions={mayWrite ? <NewCampaign /> : null}
      />
      <CampaignTable columns={OWN_COLUMNS} mayWrite={mayWrite} empty={strings.emptyForManager} />
    </>
  );
}

/** The page `/admin/campaigns`: all advertisers' campaigns. `form=import` opens the import. */
export function AdminCampaignsPage() {
  const address = useTableAddress();
  // Refetches all queries after an import, because the list of customers shows the number of campaigns, and a new
  // network's onboarding checklist checks off a step.
  const imports = useImportRuns('campaigns');
  const { form } = address.search;
  const showForm = (next: string): void => address.open({ form: next });
  return (
    <>
      <PageTitle
        title={strings.campaigns}
        context={strings.allAdvertisers}
        actions={
          <>
            <Link className={classes.quiet} to="/admin/campaigns/reviews">
              {strings.reviewQueue}
            </Link>
            <Link className={classes.quiet} to="/admin/campaigns/rates">
              {strings.rateCard}
            </Link>
            <NewCampaign />
          </>
        }
      />
      <CampaignTable
        columns={ALL_COLUMNS}
        mayWrite
        empty={strings.emptyForAdministrator}
        onExport={exportFile}
        actions={<ImportButton known={imports} isOpen={form === 'import'} onOpen={() => showForm('import')} />}
      />
      <CampaignsImport known={imports} isOpen={form === 'import'} onClose={() => showForm('')} />
    </>
  );
}

function NewCampaign() {
  const { openForm } = useCampaignPlaces();
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => openForm({})}>
      {strings.newCampaign}
    </Button>
  );
}

type CampaignTableProps = {
  columns: readonly Column<Campaign>[];
  mayWrite: boolean;
  empty: string;
  actions?: ReactNode;
  onExport?: () => Promise<void>;
};

function CampaignTable({ columns, mayWrite, empty, actions, onExport }: CampaignTableProps) {
  const address = useTableAddress();
  const answer = useQuery(campaignsQuery(address.search));
  const { openCampaign } = useCampaignPlaces();
  return (
    <Panel label={strings.campaignList} flush>
      <ServerTable
        id="campaigns"
        caption={strings.campaigns}
        noun={NOUNS.campaign}
        columns={columns}
        keyOf={({ id }) => id}
        answer={answer}
        address={address}
        defaultSort="name"
        searchLabel={columns === OWN_COLUMNS ? strings.searchOwn : strings.searchAll}
        filters={FILTERS}
        toolbarActions={actions}
        {...(onExport === undefined ? {} : { onExport })}
        onOpen={({ id }) => openCampaign(id)}
        empty={{ title: strings.emptyTitle, text: mayWrite ? empty : strings.emptyForViewer }}
      />
    </Panel>
  );
}
