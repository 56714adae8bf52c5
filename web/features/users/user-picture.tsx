import { Input } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { pictureFault } from '../../lib/picture-file.ts';
import { PictureField } from '../../ui/picture-field.tsx';
import type { UserForm } from './users-api.ts';

type UserPictureProps = {
  /** The address of the stored picture. */
  stored: string | undefined;
  image: UserForm['image'];
  /** The name whose first letter replaces a missing picture. */
  name: string;
  error: ReactNode;
  onChange: (image: UserForm['image']) => void;
  onRefuse: (reason: string) => void;
};

/** The picture of the account. A choice or removal is stored with the rest of the form. */
export function UserPicture({ stored, image, name, error, onChange, onRefuse }: UserPictureProps) {
  const chosen = useAddressOf(image ?? null);
  const choose = (file: File): void => {
    const fault = pictureFault(file);
    if (fault === null) onChange(file);
    else onRefuse(fault);
  };
  return (
    <Input.Wrapper
      label="Picture"
      labelElement="div"
      description="JPEG, PNG, WebP, GIF or AVIF up to 5 MB"
      error={error}
    >
      <PictureField
        picture={image === undefined ? stored : chosen}
        alt={image ? 'The chosen one' : 'The present one'}
        name={name}
        onChoose={choose}
        onRemove={() => onChange(stored ? null : undefined)}
      />
    </Input.Wrapper>
  );
}

/** An object URL of a local file. */
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
