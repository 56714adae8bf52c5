import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { Button, Checkbox, Group, PasswordInput, Radio, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { showToast } from '../../../web/ui/toast.ts';
import { Widget } from '../../../web/ui/widget.tsx';
import { focusFirstProblem } from './focus-first-problem.ts';
import classes from './forms.module.css';
import { ImageUpload } from './image-upload.tsx';
import { email, minLength, must } from './validation-rules.ts';

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

/** A form of a whole user. Nothing is stored, and Reset restores the sample. */
export function UserFormPanel() {
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
