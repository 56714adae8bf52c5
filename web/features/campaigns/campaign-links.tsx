import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCurrentUser } from '../../lib/session.ts';
import classes from './campaigns.module.css';

/** Whether the user is an administrator. Administrators' campaign screens are below /admin, advertisers' below /app. */
export function useIsAdministrator(): boolean {
  return useCurrentUser()?.role === 'admin';
}

/** Whether an administrator views the product as another user. Such a view is read-only: the server rejects changes. */
export function useIsOnlyLooking(): boolean {
  return (useCurrentUser()?.viewed_by ?? '') !== '';
}

/** Whether the user may create flights: an administrator, or a manager of the advertiser. */
export function useMayWrite(): boolean {
  const user = useCurrentUser();
  return user?.role === 'admin' || (user?.role === 'advertiser' && user.standing === 'manager');
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

/** The form's search parameters: `flight` is the draft to open. Without `flight`, the form is empty. */
export type FormOf = { readonly flight?: string; readonly campaign?: string };

/** Returns functions that open the campaign screens. */
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
    /** With `isSame`, the same form stays open and only the URL changes. */
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
