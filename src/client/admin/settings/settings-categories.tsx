import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useFieldArray } from 'react-hook-form';
import { DeleteItemButton, ListProblem } from '#client/ui/field-list.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { t } from '#shared/languages/translate.ts';
import { categoryLabel } from '#shared/listings/categories.ts';
import { SettingsPartForm, type SettingsPartProps, useSettingsPart } from './settings-part.tsx';

/** Returns an id that the schema accepts, such as `maps-navigation` for `Maps & Navigation`. */
function idFor(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '')
    .slice(0, 40);
}

/** Says what a category is called in the page's language while it has the name of a new store. */
function translationNote(category: { readonly id: string; readonly name: string }): { help?: string } {
  const label = categoryLabel(category);
  return label === category.name ? {} : { help: t`Shown as “${label}” in this language.` };
}

/** Settings for the categories that publishers choose from. */
export function CategoriesPart({ settings }: SettingsPartProps) {
  const { register, control, formState, getValues, setValue, frame } = useSettingsPart(settings, [
    'categories',
  ]);
  const { fields, append, remove } = useFieldArray({ control, name: 'categories', keyName: 'key' });
  const errors = formState.errors.categories;
  const known = new Set(settings.categories.map(({ id }) => id));

  function suggestId(at: number, name: string) {
    if (getValues(`categories.${at}.id`) === '') {
      setValue(`categories.${at}.id`, idFor(name), { shouldDirty: true });
    }
  }

  return (
    <SettingsPartForm title={t`Categories`} frame={frame}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t`Publishers choose one for their app. Store clients use the ID, so it stays the same when you rename a category. Apps in a deleted category keep it until their publisher chooses another.`}
      </Typography>
      <Box
        component="ul"
        aria-label={t`Categories`}
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}
      >
        {fields.map((field, at) => (
          <Box
            component="li"
            key={field.key}
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 1 }}
          >
            <Box sx={{ flex: '1 1 100px' }}>
              <TextFormField
                {...register(`categories.${at}.name`, {
                  onBlur: (event: { target: { value: string } }) => suggestId(at, event.target.value),
                })}
                label={t`Name`}
                {...translationNote(field)}
                error={errors?.[at]?.name?.message}
                autoComplete="off"
              />
            </Box>
            <Box sx={{ flex: '1 1 90px' }}>
              <TextFormField
                {...register(`categories.${at}.id`)}
                label={t`ID`}
                error={errors?.[at]?.id?.message}
                readOnly={known.has(field.id)}
                autoComplete="off"
                inputProps={{ spellCheck: false }}
              />
            </Box>
            <DeleteItemButton
              label={t`Delete category ${field.name || t`without a name`}`}
              onClick={() => remove(at)}
            />
          </Box>
        ))}
      </Box>
      <ListProblem error={errors} />
      <Button
        startIcon={<AddIcon />}
        onClick={() => append({ id: '', name: '' })}
        sx={{ justifySelf: 'start' }}
      >
        {t`Add category`}
      </Button>
    </SettingsPartForm>
  );
}
