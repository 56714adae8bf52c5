import { Button } from '@mantine/core';
import { IconCheck, IconHourglassEmpty } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Role } from '#contract/common.ts';
import type { OnboardingStep } from '#contract/onboarding.ts';
import { Panel } from '../../ui/panel.tsx';
import { plainButtonClass } from '../../ui/plain-button.tsx';
import classes from './onboarding-checklist.module.css';
import { stepWords, waitingFor } from './onboarding-words.ts';

type FirstStepsProps = {
  role: Role;
  steps: readonly OnboardingStep[];
  place: 'map' | 'above' | null;
  hide: (() => void) | undefined;
};

/**
 * The guidance of a network without figures: the next steps of an administrator, or what will appear here and where to
 * ask.
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
