import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { FormField } from '#client/ui/form-field.tsx';
import { t } from '#shared/languages/translate.ts';
import { categoryLabel } from '#shared/listings/categories.ts';
import { LISTING_FIELD_LABELS } from '#shared/listings/fields.ts';
import type { StoreSettings } from '#shared/settings/settings.ts';

interface CategoryFieldProps {
  readonly categories: Readonly<StoreSettings['categories']>;
  /** The ID of the chosen category; empty for none. */
  readonly value: string;
  readonly error: string | undefined;
  readonly readOnly?: boolean;
  readonly optional?: boolean;
  readonly onChange: (category: string) => void;
}

/** Chooses one of the store's categories for an app. */
export function CategoryField({
  categories,
  value,
  error,
  readOnly = false,
  optional = false,
  onChange,
}: CategoryFieldProps) {
  const chosen = categories.find((category) => category.id === value);
  return (
    <FormField
      label={LISTING_FIELD_LABELS.category}
      optional={optional}
      help={t`Where people find it in the store.`}
      error={error}
    >
      {({ id, ...described }) =>
        readOnly ? (
          <OutlinedInput
            size="small"
            readOnly
            value={chosen === undefined ? t`None` : categoryLabel(chosen)}
            inputProps={{ id, ...described }}
          />
        ) : (
          <NativeSelect
            value={value}
            onChange={(event) => onChange(event.target.value)}
            input={<OutlinedInput size="small" />}
            inputProps={{ id, ...described }}
          >
            <option value="">{t`None`}</option>
            {categories.map((category) => (
              <option key={category.id} value={category.id}>
                {categoryLabel(category)}
              </option>
            ))}
          </NativeSelect>
        )
      }
    </FormField>
  );
}
