import Box from '@mui/material/Box';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { FormField, TextFormField } from '#client/ui/form-field.tsx';
import { AUDIT_SENTENCES } from '#shared/audit/sentence.ts';
import { AppPicker, PersonPicker } from './audit-pickers.tsx';

/** What the log is narrowed by, under the names that the address has. */
export const FILTER_NAMES = ['actor', 'about', 'app', 'event', 'from', 'to'] as const;
export type AuditFilter = (typeof FILTER_NAMES)[number];

interface AuditFiltersProps {
  /** Empty where the address does not say. */
  readonly value: (name: AuditFilter) => string;
  readonly onChange: (name: AuditFilter, value: string | undefined) => void;
}

const GROUPS: readonly (readonly [prefix: string, title: string])[] = [
  ['app.', 'Apps'],
  ['version.', 'Versions'],
  ['review.', 'Reviews'],
  ['release.', 'Releases'],
  ['listing.', 'Listings'],
  ['member.', 'Members'],
  ['user.', 'People'],
  ['settings.', 'Settings'],
  ['announcement.', 'Announcements'],
  ['token.', 'API tokens'],
  ['webhook.', 'Webhooks'],
];
const EVENTS = Object.keys(AUDIT_SENTENCES);

/** `version.claim-released` as `Claim released`. */
function eventWord(event: string): string {
  const words = event.slice(event.indexOf('.') + 1).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Who, what, about whom, which app, and when. */
export function AuditFilters({ value, onChange }: AuditFiltersProps) {
  return (
    <Box
      component="search"
      aria-label="Filters of the audit log"
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
      <PersonPicker label="Who" uid={value('actor')} onChange={(uid) => onChange('actor', uid)} />
      <FormField label="What">
        {({ id }) => (
          <NativeSelect
            value={value('event')}
            onChange={(event) => onChange('event', event.target.value)}
            input={<OutlinedInput size="small" />}
            slotProps={{ input: { id } }}
          >
            <option value="">Anything</option>
            {GROUPS.map(([prefix, title]) => (
              <optgroup key={prefix} label={title}>
                <option value={prefix}>{title}: all of it</option>
                {EVENTS.filter((event) => event.startsWith(prefix)).map((event) => (
                  <option key={event} value={event}>
                    {eventWord(event)}
                  </option>
                ))}
              </optgroup>
            ))}
          </NativeSelect>
        )}
      </FormField>
      <AppPicker label="Which app" appId={value('app')} onChange={(appId) => onChange('app', appId)} />
      <PersonPicker label="About whom" uid={value('about')} onChange={(uid) => onChange('about', uid)} />
      <TextFormField
        label="From"
        type="date"
        value={value('from')}
        onChange={(event) => onChange('from', event.target.value)}
      />
      <TextFormField
        label="Until"
        type="date"
        value={value('to')}
        onChange={(event) => onChange('to', event.target.value)}
      />
    </Box>
  );
}
