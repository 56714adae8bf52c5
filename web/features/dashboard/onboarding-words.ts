import type { Role } from '#contract/common.ts';
import type { OnboardingStep } from '#contract/onboarding.ts';

type StepName = OnboardingStep['step'];

export type StepWords = {
  readonly title: string;
  readonly text: string;
  /** The screen of the step; null until its prerequisites exist. */
  readonly link: {
    readonly to: string;
    readonly search?: Readonly<Record<string, string>>;
    readonly label: string;
  } | null;
};

const CUSTOMERS = '/admin/customers';

/** The words of a step, and a link to its form, filled in with the known ids. */
export function stepWords({ step, customer_id: customer, outlet_id: outlet }: OnboardingStep): StepWords {
  const words: Record<StepName, StepWords> = {
    site: {
      title: 'Add a property customer with its venue',
      text: 'Who owns the outlets, and where they stand.',
      link: customer
        ? { to: CUSTOMERS, search: { open: customer, form: 'venue' }, label: 'New venue' }
        : { to: CUSTOMERS, search: { form: 'new' }, label: 'New customer' },
    },
    outlets: {
      title: 'Add its outlets',
      text: 'By the EUI on each device. Their keys can be issued in the same form.',
      link: customer ? { to: CUSTOMERS, search: { open: customer, form: 'outlets' }, label: 'New outlets' } : null,
    },
    keys: {
      title: 'Issue their keys',
      text: 'An outlet reports with its key, which is shown once.',
      link: outlet ? { to: '/admin/outlets', search: { open: outlet, form: 'key' }, label: 'Issue a key' } : null,
    },
    campaign: {
      title: 'Add an advertiser with a campaign',
      text: 'Its flights, budgets and ads are made under Campaigns, or come from a file, campaigns.csv.',
      link: customer
        ? { to: '/admin/campaigns', search: { form: 'import' }, label: 'Import campaigns' }
        : { to: CUSTOMERS, search: { form: 'new-advertiser' }, label: 'New advertiser' },
    },
    event: {
      title: 'Receive the first view',
      text: 'Send one by hand, or let the simulator play; figures follow within seconds.',
      link: { to: '/documentation/getting-started/quick-start', label: 'Quick start' },
    },
    account: {
      title: 'Invite the owner',
      text: 'An owner signs in to the own outlets and the own share, and sees nothing else.',
      link: {
        to: '/admin/users',
        search: { edit: 'new', ...(customer ? { role: 'property', cid: customer } : {}) },
        label: 'Add user',
      },
    },
  };
  return words[step];
}

type Waiting = { readonly title: string; readonly text: string; readonly about: 'outlets' | 'campaign' };

const WAITING: Readonly<Record<'property' | 'advertiser' | '', Partial<Record<StepName, Waiting>>>> = {
  property: {
    outlets: {
      title: 'Your outlets will stand here',
      text: 'Where they are, how often guests charge at them, and what they earn you. There are none at your sites yet: the administrators of the network add them, and they appear here by themselves.',
      about: 'outlets',
    },
    event: {
      title: 'Your outlets wait for their first guest',
      text: 'No charge has been counted yet. The first one shows here within seconds. If an outlet has been on the wall for a day and nothing comes, tell the administrators.',
      about: 'outlets',
    },
  },
  advertiser: {
    campaign: {
      title: 'Your campaigns will stand here',
      text: 'Where they run, how often they are seen, and what they cost. There are none yet: a manager of your organisation makes the first one under Campaigns.',
      about: 'campaign',
    },
    event: {
      title: 'Your campaign waits for its first view',
      text: 'It is entered. The places where it runs appear here with the first view, within seconds.',
      about: 'campaign',
    },
  },
  '': {
    outlets: {
      title: 'The network is empty',
      text: 'Outlets, their figures and their places appear here by themselves when an administrator has added them.',
      about: 'outlets',
    },
    event: {
      title: 'No outlet has shown anything yet',
      text: 'The first view appears here within seconds.',
      about: 'outlets',
    },
  },
};

/** What a user other than an administrator waits for; null once there are figures. */
export function waitingFor(steps: readonly OnboardingStep[], role: Role): Waiting | null {
  const next = steps.find(({ done }) => !done)?.step;
  if (next === undefined || role === 'admin' || role === 'unassigned') return null;
  return WAITING[role][next] ?? null;
}
