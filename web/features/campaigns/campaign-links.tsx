import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCurrentUser } from '../../lib/session.ts';
import classes from './campaigns.module.css';

/** Administrators have these screens below /admin, advertisers below /app. */
export function useIsAdministrator(): boolean {
  return useCurrentUser()?.role === 'admin';
}

/** Whoever looks as somebody else only looks; the server refuses the rest. */
export function useIsOnlyLooking(): boolean {
  return (useCurrentUser()?.viewed_by ?? '') !== '';
}

type Place = { id: string; children: ReactNode };

export function CampaignLink({ id, children }: Place) {
  return (
    <Link
      className={classes.link}
      to={useIsAdministrator() ? '/admin/campaigns/$campaign' : '/app/campaigns/$campaign'}
      params={{ campaign: id }}
    >
      {children}
    </Link>
  );
}

export function FlightLink({ id, children }: Place) {
  return (
    <Link
      className={classes.link}
      to={useIsAdministrator() ? '/admin/campaigns/flight/$flight' : '/app/campaigns/flight/$flight'}
      params={{ flight: id }}
    >
      {children}
    </Link>
  );
}

export function CampaignsLink({ children }: { children: ReactNode }) {
  return (
    <Link className={classes.link} to={useIsAdministrator() ? '/admin/campaigns' : '/app/campaigns'}>
      {children}
    </Link>
  );
}

/** The form's address: of a draft, of another flight of a campaign, or of something new. */
export type FormOf = { readonly flight?: string; readonly campaign?: string };

/** Ways to the screens of campaigns. */
export function useCampaignPlaces() {
  const navigate = useNavigate();
  const isAdmin = useIsAdministrator();
  return {
    isAdmin,
    openCampaign: (campaign: string) =>
      void navigate({
        to: isAdmin ? '/admin/campaigns/$campaign' : '/app/campaigns/$campaign',
        params: { campaign },
      }),
    openFlight: (flight: string) =>
      void navigate({
        to: isAdmin ? '/admin/campaigns/flight/$flight' : '/app/campaigns/flight/$flight',
        params: { flight },
      }),
    /** `isSame`: the same form, which has an address now. */
    openForm: (search: FormOf, { isSame = false }: { isSame?: boolean } = {}) =>
      void navigate({
        to: isAdmin ? '/admin/campaigns/form' : '/app/campaigns/form',
        search,
        replace: isSame,
        resetScroll: !isSame,
        ignoreBlocker: isSame,
      }),
  };
}
