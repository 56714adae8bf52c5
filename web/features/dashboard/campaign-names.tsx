import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { counted, NOUNS } from '#domain/counted.ts';
import { interpolate } from '../../lib/interpolate.ts';
import classes from './campaign-names.module.css';
import { namedCampaignsQuery } from './dashboard-api.ts';
import { campaignNamesStrings as strings } from './dashboard-strings.ts';

/** Links to the advertiser's campaigns by name. Shows nothing if they can't be loaded. */
export const CampaignNames = memo(function CampaignNames() {
  const { data: page } = useQuery(namedCampaignsQuery);
  if (page === undefined || page.data.length === 0) return null;
  return (
    <nav className={classes.names} aria-label={strings.campaigns}>
      <ul>
        {page.data.map(({ id, name }) => (
          <li key={id}>
            <Link to="/app/campaigns/$campaign" params={{ campaign: id }}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
      {page.total > page.data.length ? (
        <Link to="/app/campaigns">
          {interpolate(strings.viewAll, { campaigns: counted(page.total, NOUNS.campaign) })}
        </Link>
      ) : null}
    </nav>
  );
});
