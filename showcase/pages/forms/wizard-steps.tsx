import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/dates/styles.layer.css';
import { InputBase, Select, TextInput } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { IMaskInput } from 'react-imask';
import { DATE_WORDS } from './date-words.ts';
import { COUNTRIES } from './sample-data/form-countries.ts';
import classes from './wizard.module.css';
import type { OrderForm } from './wizard-form.ts';

const SHIPPING = ['Standard, five days', 'Express, two days', 'Courier, tomorrow'];
const CARDS = ['Credit', 'Debit', 'Gift'];
const COUNTRY_CHOICES = COUNTRIES.map(({ label, value }) => ({ label, value }));

/** The fields of one step. */
export function WizardStep({ step, form }: { step: number; form: OrderForm }) {
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
