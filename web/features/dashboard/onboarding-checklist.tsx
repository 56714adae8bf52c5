import { Button } from '@mantine/core';
import { IconCheck, IconHourglassEmpty } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Role } from '#contract/common.ts';
import type { OnboardingStep } from '#contract/onboarding.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { Panel } from '../../ui/panel.tsx';
import { plainButtonClass } from '../../ui/plain-button.tsx';
import { onboardingChecklistStrings as strings } from './dashboard-strings.ts';
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
            {strings.contactAdministrator}
          </Link>
          <Link to="/documentation/$" params={{ _splat: 'getting-started/roles' }} className={plainButtonClass(true)}>
            {strings.whatYouWillSee}
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
      title={isFinished ? strings.finishedTitle : strings.title}
      context={
        <span role="status">
          {isFinished ? strings.finishedContext : interpolate(strings.progress, { done, steps: steps.length })}
        </span>
      }
      className={classes.whole ?? ''}
      flush
      actions={
        hide ? (
          <Button variant="subtle" color="gray" size="xs" onClick={hide}>
            {strings.hide}
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
          {step.done ? <span className={classes.hidden}> {strings.done}</span> : null}
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
const RATE_CARD = '/admin/campaigns/rates';

/** Returns a step's texts, and a link to its form with the existing ids filled in. */
function stepWords({
  step,
  customer_id: customer,
  outlet_id: outlet,
  campaign_id: campaign,
}: OnboardingStep): StepWords {
  const words: Record<StepName, StepWords> = {
    site: {
      title: strings.siteTitle,
      text: strings.siteText,
      link: customer
        ? { to: CUSTOMERS, search: { open: customer, form: 'venue' }, label: strings.newVenue }
        : { to: CUSTOMERS, search: { form: 'new' }, label: strings.newCustomer },
    },
    outlets: {
      title: strings.outletsTitle,
      text: strings.outletsText,
      link: customer ? { to: CUSTOMERS, search: { open: customer, form: 'outlets' }, label: strings.newOutlets } : null,
    },
    keys: {
      title: strings.keysTitle,
      text: strings.keysText,
      link: outlet ? { to: '/admin/outlets', search: { open: outlet, form: 'key' }, label: strings.issueKey } : null,
    },
    rates: {
      title: strings.ratesTitle,
      text: strings.ratesText,
      link: { to: RATE_CARD, label: strings.setRates },
    },
    creative: {
      title: strings.creativeTitle,
      text: strings.creativeText,
      link: campaign ? { to: `/admin/campaigns/${campaign}`, label: strings.openCampaign } : null,
    },
    campaign: {
      title: strings.campaignTitle,
      text: strings.campaignText,
      link: customer
        ? { to: '/admin/campaigns', search: { form: 'import' }, label: strings.importCampaigns }
        : { to: CUSTOMERS, search: { form: 'new-advertiser' }, label: strings.newAdvertiser },
    },
    event: {
      title: strings.eventTitle,
      text: strings.eventText,
      link: { to: '/documentation/getting-started/quick-start', label: strings.quickStart },
    },
    account: {
      title: strings.accountTitle,
      text: strings.accountText,
      link: {
        to: '/admin/users',
        search: { edit: 'new', ...(customer ? { role: 'property', cid: customer } : {}) },
        label: strings.addUser,
      },
    },
  };
  return words[step];
}

type Waiting = { readonly title: string; readonly text: string; readonly about: 'outlets' | 'campaign' };

const WAITING: Readonly<Record<'property' | 'advertiser' | '', Partial<Record<StepName, Waiting>>>> = {
  property: {
    outlets: {
      title: strings.ownerOutletsTitle,
      text: strings.ownerOutletsText,
      about: 'outlets',
    },
    event: {
      title: strings.ownerEventTitle,
      text: strings.ownerEventText,
      about: 'outlets',
    },
  },
  advertiser: {
    campaign: {
      title: strings.advertiserCampaignTitle,
      text: strings.advertiserCampaignText,
      about: 'campaign',
    },
    event: {
      title: strings.advertiserEventTitle,
      text: strings.advertiserEventText,
      about: 'campaign',
    },
  },
  '': {
    outlets: {
      title: strings.viewerOutletsTitle,
      text: strings.viewerOutletsText,
      about: 'outlets',
    },
    event: {
      title: strings.viewerEventTitle,
      text: strings.viewerEventText,
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
