import Box from '@mui/material/Box';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { FormField, TextFormField } from '#client/ui/form-field.tsx';
import { EVENT_GROUPS, eventLabel } from '#shared/events.ts';
import { t } from '#shared/languages/translate.ts';
import { AppPicker, PersonPicker } from './audit-pickers.tsx';

/** The filters of the log, named as in the address. */
export const FILTER_NAMES = ['actor', 'about', 'app', 'event', 'from', 'to'] as const;
export type AuditFilter = (typeof FILTER_NAMES)[number];

interface AuditFiltersProps {
  /** Empty when not in the address. */
  readonly value: (name: AuditFilter) => string;
  readonly onChange: (name: AuditFilter, value: string | undefined) => void;
}

/** Shows fields for the actor, event, affected user and app, and the dates. */
export function AuditFilters({ value, onChange }: AuditFiltersProps) {
  return (
    <Box
      component="search"
      aria-label={t`Audit log filters`}
      sx={{
        display: 'grid',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          sm: 'repeat(2, minmax(0, 1fr))',
          lg: 'repeat(3, minmax(0, 1fr))',
        },
        gap: 1.5,
        mb: 2,
      }}
    >
      <PersonPicker label={t`Actor`} uid={value('actor')} onChange={(uid) => onChange('actor', uid)} />
      <FormField label={t`Action`}>
        {({ id }) => (
          <NativeSelect
            value={value('event')}
            onChange={(event) => onChange('event', event.target.value)}
            input={<OutlinedInput size="small" />}
            slotProps={{ input: { id } }}
          >
            <option value="">{t`Any action`}</option>
            {EVENT_GROUPS.map(({ prefix, title, names }) => (
              <optgroup key={prefix} label={title}>
                <option value={prefix}>{t`${title}: all`}</option>
                {names.map((event) => (
                  <option key={event} value={event}>
                    {eventLabel(event)}
                  </option>
                ))}
              </optgroup>
            ))}
          </NativeSelect>
        )}
      </FormField>
      <AppPicker label={t`App`} appId={value('app')} onChange={(appId) => onChange('app', appId)} />
      <PersonPicker
        label={t`User affected`}
        uid={value('about')}
        onChange={(uid) => onChange('about', uid)}
      />
      <TextFormField
        label={t`From`}
        type="date"
        value={value('from')}
        onChange={(event) => onChange('from', event.target.value)}
      />
      <TextFormField
        label={t`To`}
        type="date"
        value={value('to')}
        onChange={(event) => onChange('to', event.target.value)}
      />
    </Box>
  );
}
