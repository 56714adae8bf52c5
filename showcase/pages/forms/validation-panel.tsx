import '@mantine/core/styles/PasswordInput.layer.css';
import { Button, Group, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { showToast } from '../../../web/ui/toast.ts';
import { Widget } from '../../../web/ui/widget.tsx';
import { focusFirstProblem } from './focus-first-problem.ts';
import classes from './forms.module.css';
import { email, minLength, must, number, range, website } from './validation-rules.ts';

const EMPTY = { basic: '', lengthy: '', email: '', number: '', range: '', password: '', repeat: '', website: '' };

/** One field for each rule. Some validate on blur or on change, the first one only on submit. */
export function ValidationPanel() {
  const form = useForm({
    initialValues: EMPTY,
    validateInputOnChange: ['lengthy'],
    validateInputOnBlur: ['email', 'number', 'range', 'password', 'repeat', 'website'],
    validate: {
      basic: must(),
      lengthy: must(minLength(10)),
      email: must(email),
      number: must(number),
      range: must(range(10, 100)),
      password: must(minLength(6)),
      repeat: (value, values) => must()(value) ?? (value === values.password ? null : 'The passwords are not equal.'),
      website: must(website),
    },
  });
  return (
    <Widget title="Dead simple **validation**" close collapse>
      <form
        className={classes.form}
        noValidate
        onSubmit={form.onSubmit(
          () => void showToast({ kind: 'success', message: 'Everything is valid. A sample form goes nowhere.' }),
          focusFirstProblem,
        )}
        onReset={form.onReset}
      >
        <fieldset className={classes.choiceGroup}>
          <legend>By default, a field speaks when the form is sent</legend>
          <TextInput label="Simple required" withAsterisk {...form.getInputProps('basic')} />
        </fieldset>
        <fieldset className={classes.choiceGroup}>
          <legend>Or as soon as it is changed or left</legend>
          <TextInput
            label="Min-length On Change"
            description="At least 10"
            withAsterisk
            {...form.getInputProps('lengthy')}
          />
          <TextInput label="E-mail" type="email" autoComplete="off" withAsterisk {...form.getInputProps('email')} />
          <TextInput label="Number" inputMode="decimal" withAsterisk {...form.getInputProps('number')} />
          <TextInput
            label="Range"
            description="From 10 to 100"
            inputMode="decimal"
            withAsterisk
            {...form.getInputProps('range')}
          />
        </fieldset>
        <fieldset className={classes.choiceGroup}>
          <legend>More rules</legend>
          <PasswordInput
            label="Password helpers"
            description="At least 6"
            autoComplete="new-password"
            withAsterisk
            {...form.getInputProps('password')}
          />
          <PasswordInput
            label="Repeat the password"
            autoComplete="new-password"
            withAsterisk
            {...form.getInputProps('repeat')}
          />
          <TextInput label="Website" type="url" autoComplete="off" withAsterisk {...form.getInputProps('website')} />
        </fieldset>
        <Group gap="xs" justify="flex-end" className={classes.actions ?? ''}>
          <Button type="reset" variant="default">
            Cancel
          </Button>
          <Button type="submit">Validate & Submit</Button>
        </Group>
      </form>
    </Widget>
  );
}
