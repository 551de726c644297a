import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { PopperProps } from '@mui/material/Popper';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCallQuery } from '#client/backend/use-call.ts';
import { paths } from '#client/paths.ts';
import { useSessionUser } from '#client/store/store.ts';
import { t } from '#shared/languages/translate.ts';
import { normaliseRole, type Role } from '#shared/users/role.ts';
import { type Destination, destinationsOf, findFixed } from './destinations.ts';

/** The most apps, and the most people, that are offered at once. */
const SHOWN = 5;
const PAUSE_MS = 200;
/** The groups in their order: what is searched for comes last, so that nothing moves when it arrives. */
const GROUPS: Readonly<Record<Destination['group'], string>> = {
  actions: t`Action`,
  pages: t`Page`,
  settings: t`Setting`,
  apps: t`App`,
  versions: t`Version`,
  people: t`Person`,
};

/** Shows the results below the field, within the dialog, instead of in a window of their own. */
function InPlace({ children }: PopperProps) {
  return typeof children === 'function' ? null : children;
}

function focusOnMount(field: HTMLInputElement | null): void {
  field?.focus();
}

/** Finds apps, versions, people, actions, pages and settings by name, and opens the chosen one. */
export function FindDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const titleId = useId();
  const [query, setQuery] = useState('');
  const { found, isSearching } = useDestinations(query.trim());

  async function open(destination: Destination | null) {
    if (destination === null) return;
    onClose();
    await navigate(destination.href);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="sm"
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
    >
      <DialogTitle id={titleId} sx={{ pb: 1 }}>
        {t`Find anything`}
      </DialogTitle>
      <Autocomplete
        open
        forcePopupIcon={false}
        autoHighlight
        options={found}
        value={null}
        inputValue={query}
        onInputChange={(_event, typed, why) => why === 'input' && setQuery(typed.slice(0, 200))}
        onChange={(_event, chosen) => void open(chosen)}
        onClose={(_event, why) => why === 'escape' && onClose()}
        // The server matches more than the name.
        filterOptions={(all) => all}
        getOptionLabel={({ label }) => label}
        getOptionKey={({ group, href }) => `${group} ${href}`}
        noOptionsText={isSearching ? t`Searching…` : t`Nothing matches.`}
        renderOption={({ key, ...option }, { group, label, detail }) => (
          <Box component="li" key={key} {...option} sx={{ display: 'flex', gap: 1.5 }}>
            <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              {label}
              {detail !== undefined && (
                <Typography component="span" variant="body2" sx={{ ml: 1, color: 'text.secondary' }}>
                  {detail}
                </Typography>
              )}
            </Box>
            <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
              {GROUPS[group]}
            </Typography>
          </Box>
        )}
        renderInput={(params) => (
          <OutlinedInput
            ref={params.slotProps.input.ref}
            className={params.slotProps.input.className}
            inputRef={focusOnMount}
            fullWidth
            placeholder={t`Find apps, people, settings and actions`}
            slotProps={{ input: { ...params.slotProps.htmlInput, 'aria-label': t`Find anything` } }}
          />
        )}
        slots={{ popper: InPlace }}
        slotProps={{
          paper: { elevation: 0 },
          listbox: { sx: { maxHeight: '60vh' }, 'aria-label': t`Results` },
        }}
        sx={{ px: 2, pb: 1 }}
      />
    </Dialog>
  );
}

/** Returns what matches a query for this user, in the order of the groups. */
function useDestinations(query: string): { found: Destination[]; isSearching: boolean } {
  const user = useSessionUser();
  const role: Role = normaliseRole(user.role);
  const searched = useSettled(query);
  const isStaff = role === 'admin';
  const hasQuery = searched !== '';
  const search = { limit: SHOWN, query: searched };
  const apps = useCallQuery(
    'apps.list',
    { scope: isStaff ? 'all' : 'mine', sort: 'updated', ...search },
    { enabled: hasQuery, keepPrevious: true },
  );
  const people = useCallQuery('users.list', search, { enabled: isStaff && hasQuery, keepPrevious: true });
  const found: Destination[] = [
    ...(hasQuery ? (apps.data?.apps ?? []) : []).flatMap((app) => destinationsOf(app, role)),
    ...(hasQuery ? (people.data?.users ?? []) : []).map(
      ({ uid, displayName, email }): Destination => ({
        group: 'people',
        label: displayName ?? email,
        detail: email,
        href: paths.adminPerson(uid),
      }),
    ),
    ...findFixed(role, query),
  ];
  return {
    found: Object.keys(GROUPS).flatMap((group) => found.filter((one) => one.group === group)),
    isSearching: query !== searched || apps.isFetching || people.isFetching,
  };
}

/** Returns a text once it has stayed the same for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
