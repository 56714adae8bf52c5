import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { Button, Checkbox, Group, PasswordInput, Radio, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { showToast } from '../../../web/ui/toast.ts';
import { Widget } from '../../../web/ui/widget.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { focusFirstProblem } from './focus-first-problem.ts';
import classes from './forms.module.css';
import { ImageUpload } from './image-upload.tsx';
import { email, minLength, must, number, range, website } from './validation-rules.ts';

/** Fields with validation, and a form for a complete user. */
export function FormValidationPage() {
  return (
    <ShowcasePage title="Form - **Validation**">
      <div className={classes.half}>
        <ValidationPanel />
        <UserFormPanel />
      </div>
    </ShowcasePage>
  );
}

const SAMPLE = {
  firstName: 'Ada',
  lastName: 'Brook',
  phoneNumber: '+1 555 0136',
  email: 'ada.brook@example.com',
  current: '',
  password: '',
  repeat: '',
  role: 'user',
  isDisabled: false,
  avatar: null as File | null,
};

/** A form for a complete user. Nothing is stored, and Reset restores the sample. */
function UserFormPanel() {
  const form = useForm({
    initialValues: SAMPLE,
    validateInputOnBlur: true,
    validate: {
      firstName: must(),
      lastName: must(),
      email: must(email),
      password: (value) => minLength(6)(value),
      repeat: (value, values) => (value === values.password ? null : 'The passwords are not equal.'),
    },
  });
  return (
    <Widget title="**User** form" close collapse>
      <form
        className={classes.form}
        noValidate
        onSubmit={form.onSubmit(
          ({ firstName, lastName }) =>
            void showToast({
              kind: 'success',
              message: `${firstName} ${lastName} would be saved now. Nothing on a sample page is kept.`,
            }),
          focusFirstProblem,
        )}
        onReset={form.onReset}
      >
        <TextInput label="First Name" autoComplete="off" withAsterisk {...form.getInputProps('firstName')} />
        <TextInput label="Last Name" autoComplete="off" withAsterisk {...form.getInputProps('lastName')} />
        <TextInput label="Phone Number" type="tel" autoComplete="off" {...form.getInputProps('phoneNumber')} />
        <TextInput label="E-mail" type="email" autoComplete="off" withAsterisk {...form.getInputProps('email')} />
        <PasswordInput label="Current Password" autoComplete="off" {...form.getInputProps('current')} />
        <PasswordInput label="New Password" autoComplete="new-password" {...form.getInputProps('password')} />
        <PasswordInput label="Confirm Password" autoComplete="new-password" {...form.getInputProps('repeat')} />
        <Radio.Group label="Role" {...form.getInputProps('role')}>
          <Group gap="lg" pt="xs">
            <Radio value="admin" label="Admin" />
            <Radio value="user" label="User" />
          </Group>
        </Radio.Group>
        <Checkbox label="Disabled" {...form.getInputProps('isDisabled', { type: 'checkbox' })} />
        <ImageUpload
          title="Avatar"
          image={form.values.avatar}
          onChange={(avatar) => form.setFieldValue('avatar', avatar)}
        />
        <Group gap="xs" justify="flex-end" className={classes.actions ?? ''}>
          <Button type="reset" variant="default">
            Reset
          </Button>
          <Button type="submit">Save</Button>
        </Group>
      </form>
    </Widget>
  );
}

const EMPTY = { basic: '', lengthy: '', email: '', number: '', range: '', password: '', repeat: '', website: '' };

/** One field for each rule. Some fields validate on blur or on change, and the first field only on submit. */
function ValidationPanel() {
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
