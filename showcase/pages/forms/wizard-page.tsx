import '@mantine/core/styles/Progress.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/dates/styles.layer.css';
import { Button, Group, InputBase, Progress, Select, TextInput } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { IMaskInput } from 'react-imask';
import { showToast } from '../../../web/ui/toast.ts';
import { Widget } from '../../../web/ui/widget.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { DATE_WORDS } from './date-words.ts';
import { focusFirstProblem } from './focus-first-problem.ts';
import { COUNTRIES } from './sample-data/form-countries.ts';
import { alphanumeric, digits, email, letters, minLength, must } from './validation-rules.ts';
import classes from './wizard.module.css';

export const EMPTY_ORDER = {
  username: '',
  email: '',
  address: '',
  country: '',
  shipping: '',
  zip: '',
  delivery: '',
  cardName: '',
  cardType: '',
  cardNumber: '',
  expires: '',
};
type Order = typeof EMPTY_ORDER;
type OrderForm = ReturnType<typeof useForm<Order>>;

export const STEPS = ['Your Details', 'Shipping', 'Pay', 'Thank you!'] as const;

const RULES: Record<keyof Order, (value: string) => string | null> = {
  username: must(alphanumeric),
  email: must(email),
  address: must(letters),
  country: must(),
  shipping: must(),
  zip: must(digits(6)),
  delivery: must(minLength(4)),
  cardName: must(letters),
  cardType: must(),
  cardNumber: must(digits(16)),
  expires: must(),
};

/** Each step's fields. The last step has none. */
const FIELDS: readonly (readonly (keyof Order)[])[] = [
  ['username', 'email', 'address'],
  ['country', 'shipping', 'zip', 'delivery'],
  ['cardName', 'cardType', 'cardNumber', 'expires'],
  [],
];

/** Returns the errors in one step's fields; empty if the step is complete. */
export function problemsOfStep(step: number, order: Order): Partial<Record<keyof Order, string>> {
  const problems = (FIELDS[step] ?? []).map((field) => [field, RULES[field](order[field])] as const);
  return Object.fromEntries(problems.filter(([, problem]) => problem !== null));
}

/** Four steps toward an order that is never placed. */
export function FormWizardPage() {
  return (
    <ShowcasePage title="Form - **Wizard**">
      <Wizard />
    </ShowcasePage>
  );
}

const LAST = STEPS.length - 1;

/**
 * The wizard's four steps. The user can go forward only if a step's fields are valid. Values are kept while the page is
 * open.
 */
function Wizard() {
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

const SHIPPING = ['Standard, five days', 'Express, two days', 'Courier, tomorrow'];
const CARDS = ['Credit', 'Debit', 'Gift'];
const COUNTRY_CHOICES = COUNTRIES.map(({ label, value }) => ({ label, value }));

/** One step's fields. */
function WizardStep({ step, form }: { step: number; form: OrderForm }) {
  if (step === 0) return <Details form={form} />;
  if (step === 1) return <Shipping form={form} />;
  if (step === 2) return <Pay form={form} />;
  return <ThankYou form={form} />;
}

function Details({ form }: { form: OrderForm }) {
  return (
    <div className={classes.fields}>
      <TextInput
        label="Username"
        description="Letters and numbers, no spaces"
        autoComplete="off"
        {...form.getInputProps('username')}
      />
      <TextInput label="Email" type="email" autoComplete="off" {...form.getInputProps('email')} />
      <TextInput label="Address" description="Letters only" autoComplete="off" {...form.getInputProps('address')} />
    </div>
  );
}

function Shipping({ form }: { form: OrderForm }) {
  return (
    <div className={classes.fields}>
      <Select
        label="Destination Country"
        placeholder="Choose a country"
        searchable
        limit={300}
        nothingFoundMessage="No country is called that"
        data={COUNTRY_CHOICES}
        {...form.getInputProps('country')}
        onChange={(value) => form.setFieldValue('country', value ?? '')}
        value={form.values.country || null}
      />
      <Select
        label="Choose shipping option"
        placeholder="Choose how it travels"
        data={SHIPPING}
        {...form.getInputProps('shipping')}
        onChange={(value) => form.setFieldValue('shipping', value ?? '')}
        value={form.values.shipping || null}
      />
      <InputBase
        label="Destination Zip Code"
        description="Six digits"
        component={IMaskInput}
        mask="000-000"
        inputMode="numeric"
        autoComplete="off"
        value={form.values.zip}
        error={form.errors.zip}
        onAccept={(value: string) => (value === form.values.zip ? undefined : form.setFieldValue('zip', value))}
      />
      <TextInput label="Destination Address" autoComplete="off" {...form.getInputProps('delivery')} />
    </div>
  );
}

function Pay({ form }: { form: OrderForm }) {
  return (
    <div className={classes.fields}>
      <TextInput label="Name on the Card" autoComplete="off" {...form.getInputProps('cardName')} />
      <Select
        label="Choose card type"
        placeholder="Choose a card"
        data={CARDS}
        {...form.getInputProps('cardType')}
        onChange={(value) => form.setFieldValue('cardType', value ?? '')}
        value={form.values.cardType || null}
      />
      <InputBase
        label="Card Number"
        description="Sixteen digits; do not write a real one"
        component={IMaskInput}
        mask="0000 0000 0000 0000"
        inputMode="numeric"
        autoComplete="off"
        value={form.values.cardNumber}
        error={form.errors.cardNumber}
        onAccept={(value: string) =>
          value === form.values.cardNumber ? undefined : form.setFieldValue('cardNumber', value)
        }
      />
      <DatePickerInput
        label="Expires"
        ariaLabels={DATE_WORDS}
        description="Today or later"
        minDate={new Date()}
        placeholder="Choose a date"
        firstDayOfWeek={0}
        value={form.values.expires || null}
        error={form.errors.expires}
        onChange={(value) => {
          form.setFieldValue('expires', value ?? '');
        }}
      />
    </div>
  );
}

function ThankYou({ form }: { form: OrderForm }) {
  const { username, email, country } = form.values;
  const destination = COUNTRIES.find(({ value }) => value === country)?.label;
  return (
    <div className={classes.thanks}>
      <p>
        Thank you, {username}. Your order for {destination} is ready; a receipt would go to {email}.
      </p>
      <p>Look it over with Previous, or finish it.</p>
    </div>
  );
}
