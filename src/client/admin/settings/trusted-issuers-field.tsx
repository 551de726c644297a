import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { DeleteItemButton, ListProblem } from '#client/ui/field-list.tsx';
import { FormField, TextFormField } from '#client/ui/form-field.tsx';
import { t } from '#shared/languages/translate.ts';
import type { StoreSettings } from '#shared/settings/settings.ts';
import { ISSUER_KINDS, MAX_ISSUERS } from '#shared/trusted-publishers/issuer.ts';

/** Shows the issuers whose build jobs publishers may trust. */
export function TrustedIssuersField({ form }: { form: UseFormReturn<StoreSettings> }) {
  const { register, control, formState } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'trustedIssuers' });
  const errors = formState.errors.trustedIssuers;
  return (
    <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, minWidth: 0, display: 'grid', gap: 1.5 }}>
      <Typography component="legend" variant="body2" sx={{ mb: 1, p: 0, fontWeight: 500 }}>
        {t`Trusted issuers`}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t`Services whose build jobs can be trusted publishers. Anyone who controls an issuer can publish every app that trusts it. Removing one ends exchanges of its tokens immediately.`}
      </Typography>
      {fields.map((issuer, at) => (
        <Box key={issuer.id} sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 1 }}>
          <Box sx={{ flex: '3 1 220px' }}>
            <TextFormField
              {...register(`trustedIssuers.${at}.url`)}
              label={t`Address`}
              type="url"
              placeholder="https://"
              error={errors?.[at]?.url?.message}
              autoComplete="off"
            />
          </Box>
          <Box sx={{ flex: '1 1 130px' }}>
            <FormField label={t`Tokens of`}>
              {(field) => (
                <NativeSelect
                  {...register(`trustedIssuers.${at}.kind`)}
                  input={<OutlinedInput size="small" />}
                  slotProps={{ input: { id: field.id } }}
                >
                  {Object.entries(ISSUER_KINDS).map(([kind, label]) => (
                    <option key={kind} value={kind}>
                      {label}
                    </option>
                  ))}
                </NativeSelect>
              )}
            </FormField>
          </Box>
          <DeleteItemButton
            label={t`Delete issuer ${issuer.url || t`without an address`}`}
            onClick={() => remove(at)}
          />
        </Box>
      ))}
      <ListProblem error={errors} />
      {fields.length < MAX_ISSUERS && (
        <Button
          startIcon={<AddIcon />}
          onClick={() => append({ url: '', kind: 'gitlab' })}
          sx={{ justifySelf: 'start' }}
        >
          {t`Add issuer`}
        </Button>
      )}
    </Box>
  );
}
