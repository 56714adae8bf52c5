import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/NumberInput.layer.css';
import { Button, NativeSelect, NumberInput, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconShoe } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ShowcaseParams } from '../../../web/lib/showcase-door.ts';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { showToast } from '../../../web/ui/toast.ts';
import { Widget } from '../../../web/ui/widget.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { DeleteButton } from './delete-button.tsx';
import classes from './management.module.css';
import { EMPTY_FIELDS, fieldsOf, PICTURES, type ProductFields, pictureWords } from './product-fields.ts';
import { productsQuery } from './products-api.ts';
import { ShopLink } from './shop-link.tsx';
import { useStock } from './use-stock.ts';

/** The page with the form for a new or existing product (docs/sample-pages.md#product-management). */
export function EditProductPage({ params }: ShowcaseParams) {
  const { data: products, isPending, isError, refetch } = useQuery(productsQuery);
  const { create, update, remove } = useStock();
  const navigate = useNavigate();
  const isNew = params.id === undefined;
  const product = products?.find(({ id }) => String(id) === params.id);
  const isUnknown = !isNew && products !== undefined && product === undefined;
  const leave = (message: string): void => {
    void navigate({ to: '/app/$', params: { _splat: 'ecommerce/management' } });
    void showToast({ kind: 'success', key: 'product', message });
  };
  return (
    <ShowcasePage title="Product - **Detail**" isLoading={isPending}>
      <Widget title={isNew ? 'New **product**' : 'Edit **product**'} collapse close isLoading={isPending}>
        {isError ? <ErrorState what="The product could not be loaded." onRetry={() => void refetch()} /> : null}
        {isNew && products !== undefined ? (
          <ProductForm
            fields={EMPTY_FIELDS}
            onSave={(fields) => {
              create(fields);
              leave(`${fields.title} was created.`);
            }}
          />
        ) : null}
        {product === undefined ? null : (
          <ProductForm
            key={product.id}
            fields={fieldsOf(product)}
            onSave={(fields) => {
              update(product.id, fields);
              leave(`${fields.title} was updated.`);
            }}
            onDelete={() => {
              remove(product.id);
              leave(`${product.title} was deleted.`);
            }}
          />
        )}
        {isUnknown ? (
          <EmptyState
            title={`There is no product ${params.id}.`}
            icon={<IconShoe size={20} stroke={1.75} />}
            action={<ShopLink to="management">Back to the list</ShopLink>}
          >
            It may have been deleted, or created before the page was loaded anew.
          </EmptyState>
        ) : null}
      </Widget>
    </ShowcasePage>
  );
}

type ProductFormProps = {
  fields: ProductFields;
  onSave: (fields: ProductFields) => void;
  onDelete?: () => void;
};

const within = (least: number, most: number, text: string) => (value: number) =>
  Number.isFinite(value) && value >= least && value <= most ? null : text;

/** A form with all of a product's editable fields. */
function ProductForm({ fields, onSave, onDelete }: ProductFormProps) {
  const form = useForm<ProductFields>({
    initialValues: fields,
    validateInputOnBlur: true,
    validate: {
      title: (value) => (value.trim() === '' ? 'A product needs a title.' : null),
      price: within(0.01, Number.MAX_SAFE_INTEGER, 'At least 0.01.'),
      discount: within(0, 100, 'From 0 to 100.'),
      rating: within(0, 5, 'From 0 to 5.'),
    },
  });
  const number = (name: 'price' | 'discount' | 'rating') => {
    const { value, onChange, onBlur, error } = form.getInputProps(name);
    return {
      value,
      onBlur,
      error,
      onChange: (next: number | string) => onChange(next === '' ? Number.NaN : Number(next)),
    };
  };
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(
        (values) => onSave({ ...values, title: values.title.trim() }),
        (problems) => form.getInputNode(Object.keys(problems)[0] ?? '')?.focus(),
      )}
    >
      <div className={classes.picture}>
        <img src={form.values.img} alt={pictureWords(form.values.img)} width={160} height={160} />
        <NativeSelect
          label="Image"
          data={PICTURES.map(({ img, words }) => ({ value: img, label: words }))}
          {...form.getInputProps('img')}
        />
      </div>
      <div className={classes.fields}>
        <TextInput label="Title" withAsterisk autoComplete="off" maxLength={80} {...form.getInputProps('title')} />
        <TextInput label="Subtitle" autoComplete="off" maxLength={120} {...form.getInputProps('subtitle')} />
        <NumberInput
          label="Price ($)"
          withAsterisk
          min={0.01}
          step={0.01}
          decimalScale={2}
          fixedDecimalScale
          clampBehavior="none"
          {...number('price')}
        />
        <NumberInput label="Discount (%)" min={0} max={100} clampBehavior="none" {...number('discount')} />
        <Textarea
          className={classes.whole ?? ''}
          label="Description 1"
          rows={3}
          {...form.getInputProps('description_1')}
        />
        <Textarea
          className={classes.whole ?? ''}
          label="Description 2"
          rows={3}
          {...form.getInputProps('description_2')}
        />
        <TextInput label="Code" autoComplete="off" maxLength={40} {...form.getInputProps('code')} />
        <TextInput label="Hashtag" autoComplete="off" maxLength={40} {...form.getInputProps('hashtag')} />
        <TagsInput
          className={classes.words ?? ''}
          label="Technology"
          description="Enter or a comma adds a word"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('technology')}
        />
        <NumberInput
          label="Rating"
          description="From 0 to 5"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={0}
          max={5}
          step={0.1}
          decimalScale={1}
          clampBehavior="none"
          {...number('rating')}
        />
        <div className={classes.buttons}>
          <Button type="submit">Save</Button>
          <Button
            variant="default"
            renderRoot={(props) => <Link {...props} to="/app/$" params={{ _splat: 'ecommerce/management' }} />}
          >
            Back
          </Button>
          {onDelete === undefined ? null : <DeleteButton title={fields.title} size="sm" onDelete={onDelete} />}
        </div>
      </div>
    </form>
  );
}
