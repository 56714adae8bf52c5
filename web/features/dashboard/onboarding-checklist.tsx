import { Button } from '@mantine/core';
import { IconCheck, IconHourglassEmpty } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Role } from '#contract/common.ts';
import type { OnboardingStep } from '#contract/onboarding.ts';
import { Panel } from '../../ui/panel.tsx';
import { plainButtonClass } from '../../ui/plain-button.tsx';
import classes from './onboarding-checklist.module.css';

type FirstStepsProps = {
  role: Role;
  steps: readonly OnboardingStep[];
  place: 'map' | 'above' | null;
  hide: (() => void) | undefined;
};

/**
 * The guidance for a network without figures: next steps for administrators; for other users, what will appear here and
 * whom to ask.
 */
export function OnboardingChecklist({ role, steps, place, hide }: FirstStepsProps) {
  if (role === 'admin') return <Steps steps={steps} hide={hide} />;
  const waiting = waitingFor(steps, role);
  if (waiting === null) return null;
  return (
    <Panel label={waiting.title} className={place === 'map' ? (classes.whole ?? '') : ''}>
      <div className={classes.waiting} data-alone={place === 'map' || undefined}>
        <span className={classes.sign} aria-hidden="true">
          <IconHourglassEmpty size={20} stroke={1.75} />
        </span>
        <div className={classes.words}>
          <h2 className={classes.title}>{waiting.title}</h2>
          <p className={classes.text}>{waiting.text}</p>
        </div>
        <div className={classes.ways}>
          <Link to="/app/contact" search={{ about: waiting.about } as never} className={plainButtonClass()}>
            Ask an administrator
          </Link>
          <Link to="/documentation/$" params={{ _splat: 'getting-started/roles' }} className={plainButtonClass(true)}>
            What you will see
          </Link>
        </div>
      </div>
    </Panel>
  );
}

function Steps({ steps, hide }: Pick<FirstStepsProps, 'steps' | 'hide'>) {
  const done = steps.filter((step) => step.done).length;
  const isFinished = done === steps.length;
  const next = steps.find((step) => !step.done && stepWords(step).link !== null);
  return (
    <Panel
      title={isFinished ? 'Your network is running' : 'First steps'}
      context={
        <span role="status">
          {isFinished ? 'All first steps are done.' : `${done} of ${steps.length} done. They tick off by themselves.`}
        </span>
      }
      className={classes.whole ?? ''}
      flush
      actions={
        hide ? (
          <Button variant="subtle" color="gray" size="xs" onClick={hide}>
            Hide
          </Button>
        ) : undefined
      }
    >
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          <Step key={step.step} step={step} number={index + 1} isNext={step === next} />
        ))}
      </ol>
    </Panel>
  );
}

function Step({ step, number, isNext }: { step: OnboardingStep; number: number; isNext: boolean }) {
  const { title, text, link } = stepWords(step);
  return (
    <li className={classes.step} data-done={step.done || undefined} aria-current={isNext ? 'step' : undefined}>
      <span className={classes.mark} aria-hidden="true">
        {step.done ? <IconCheck size={16} stroke={2.25} /> : number}
      </span>
      <div className={classes.words}>
        <p className={classes.title}>
          {title}
          {step.done ? <span className={classes.hidden}>, done</span> : null}
        </p>
        {step.done ? null : <p className={classes.text}>{text}</p>}
      </div>
      {step.done || link === null ? null : (
        <Link to={link.to} search={(link.search ?? {}) as never} className={plainButtonClass(!isNext)}>
          {link.label}
        </Link>
      )}
    </li>
  );
}

type StepName = OnboardingStep['step'];

type StepWords = {
  readonly title: string;
  readonly text: string;
  /** The step's screen; null until the step's prerequisites exist. */
  readonly link: {
    readonly to: string;
    readonly search?: Readonly<Record<string, string>>;
    readonly label: string;
  } | null;
};

const CUSTOMERS = '/admin/customers';

/** Returns a step's texts, and a link to its form with the existing ids filled in. */
function stepWords({ step, customer_id: customer, outlet_id: outlet }: OnboardingStep): StepWords {
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

/** Returns what a user who is not an administrator is waiting for; null once there are figures. */
function waitingFor(steps: readonly OnboardingStep[], role: Role): Waiting | null {
  const next = steps.find(({ done }) => !done)?.step;
  if (next === undefined || role === 'admin' || role === 'unassigned') return null;
  return WAITING[role][next] ?? null;
}
