import { Input } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useState } from 'react';
import type { ManagedUser } from '#contract/users.ts';
import { pictureFault } from '../../lib/picture-file.ts';
import { PictureField } from '../../ui/picture-field.tsx';
import type { FormValues } from './user-form.tsx';

/** The picture of the account: what is chosen or removed here is stored with the rest of the form. */
export function UserPicture({ form, user }: { form: UseFormReturnType<FormValues>; user: ManagedUser | null }) {
  const { image, firstName, lastName, email } = form.values;
  const chosen = useAddressOf(image ?? null);
  const choose = (file: File): void => {
    const fault = pictureFault(file);
    if (fault === null) form.setFieldValue('image', file);
    form.setFieldError('image', fault);
  };
  return (
    <Input.Wrapper
      label="Picture"
      labelElement="div"
      description="JPEG, PNG, WebP, GIF or AVIF up to 5 MB"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={form.errors.image}
    >
      <PictureField
        picture={image === undefined ? user?.avatar[0]?.publicUrl : chosen}
        alt={image ? 'The chosen one' : 'The present one'}
        name={`${firstName}${lastName}${email}`}
        onChoose={choose}
        onRemove={() => form.setFieldValue('image', user?.avatar[0] ? null : undefined)}
      />
    </Input.Wrapper>
  );
}

/** An address by which the browser shows a file of this computer. */
function useAddressOf(file: Blob | null): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (file === null) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => {
      setAddress(undefined);
      URL.revokeObjectURL(made);
    };
  }, [file]);
  return address;
}
