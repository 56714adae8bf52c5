import '@mantine/core/styles/Progress.layer.css';
import { Button, Group, Progress } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { showToast } from '../../../web/ui/toast.ts';
import { Widget } from '../../../web/ui/widget.tsx';
import { focusFirstProblem } from './focus-first-problem.ts';
import classes from './wizard.module.css';
import { EMPTY_ORDER, type Order, problemsOfStep, STEPS } from './wizard-form.ts';
import { WizardStep } from './wizard-steps.tsx';

const LAST = STEPS.length - 1;

/** Four steps. The reader can go forward only if the fields of a step are valid. Values stay while the page is open. */
export function Wizard() {
  const [step, setStep] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useForm<Order>({ initialValues: EMPTY_ORDER, clearInputErrorOnChange: true });

  const open = (next: number): void => {
    setStep(next);
    requestAnimationFrame(() => heading.current?.focus());
  };
  /** Opens a step if all steps before it are valid, else the first invalid step. */
  const goTo = (next: number): void => {
    const broken = STEPS.findIndex(
      (_name, index) => index < next && Object.keys(problemsOfStep(index, form.getValues())).length > 0,
    );
    if (broken < 0) {
      open(next);
      return;
    }
    form.setErrors(problemsOfStep(broken, form.getValues()));
    if (broken !== step) setStep(broken);
    focusFirstProblem();
  };
  const finish = (): void => {
    void showToast({ kind: 'success', message: 'The order would be placed now. Nothing on a sample page is kept.' });
    form.reset();
    open(0);
  };

  return (
    <Widget title="**Wizard** in four steps" close>
      <ol className={classes.pills}>
        {STEPS.map((name, index) => (
          <li key={name}>
            <button
              type="button"
              className={classes.pill}
              data-done={index < step || undefined}
              aria-current={index === step ? 'step' : undefined}
              onClick={() => goTo(index)}
            >
              <span className={classes.number}>{index + 1}.</span> {name}
            </button>
          </li>
        ))}
      </ol>
      <Progress
        value={(100 * (step + 1)) / STEPS.length}
        aria-label={`Step ${step + 1} of ${STEPS.length}`}
        size="sm"
        transitionDuration={200}
      />
      <form
        className={classes.step}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (step === LAST) finish();
          else goTo(step + 1);
        }}
      >
        <h3 className={classes.heading} tabIndex={-1} ref={heading}>
          {STEPS[step]}
        </h3>
        <WizardStep step={step} form={form} />
        <Group justify="space-between" className={classes.actions ?? ''}>
          {step === 0 ? (
            <span />
          ) : (
            <Button variant="default" onClick={() => open(step - 1)}>
              Previous
            </Button>
          )}
          <Button type="submit">{step === LAST ? 'Finish' : 'Next'}</Button>
        </Group>
      </form>
    </Widget>
  );
}
