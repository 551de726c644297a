import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { CheckList, type CheckListProps } from '#client/ui/check-list.tsx';
import { LoadMore } from '#client/ui/load-more.tsx';
import { SearchField } from '#client/ui/search-field.tsx';
import { t } from '#shared/languages/translate.ts';

const SCOPE = { scope: 'mine' } as const;

interface TokenAppsProps extends Pick<CheckListProps, 'error'> {
  /** The ids of the checked apps; null for all apps. */
  readonly value: readonly string[] | null;
  readonly onChange: (ids: string[] | null) => void;
}

/** Offers the user's apps, to which a token can be limited; a long list can be searched. Nothing without apps. */
export function TokenApps({ error, value, onChange }: TokenAppsProps) {
  const [query, setQuery] = useState('');
  /** The apps that were checked, which stay in view in other searches. */
  const [kept, setKept] = useState<CheckListProps['choices']>([]);
  const all = useCallPages('apps.list', SCOPE);
  const list = useCallPages('apps.list', { ...SCOPE, ...(query && { query }) });
  const found = (list.data?.pages.flatMap(({ apps }) => apps) ?? []).map(({ id, name, applicationId }) => ({
    value: id,
    label: name,
    help: applicationId,
  }));
  const others = kept.filter((choice) => !found.some((app) => app.value === choice.value));
  const choices = [...others, ...found];
  const isLong = all.hasNextPage || (all.data?.pages.length ?? 0) > 1;

  function change(ids: string[]) {
    const known = new Set([...kept.map((choice) => choice.value), ...ids]);
    setKept(choices.filter((choice) => known.has(choice.value)));
    onChange(ids.length === 0 ? null : ids);
  }

  if (all.data?.pages[0]?.apps.length === 0) return null;
  return (
    <div>
      <CallStatus call={list} skeleton={null} />
      {list.data !== undefined && (
        <CheckList
          label={t`Limit to these apps (optional)`}
          help={t`Leave all unchecked for access to all your apps, including future ones.`}
          choices={choices}
          error={error}
          value={value ?? []}
          onChange={change}
          search={
            isLong && (
              <Box sx={{ my: 1 }}>
                <SearchField label={t`Search by name or application ID`} value={query} onSearch={setQuery} />
                {found.length === 0 && (
                  <Typography component="output" variant="body2" sx={{ display: 'block', mt: 1 }}>
                    {t`No apps match.`}
                  </Typography>
                )}
              </Box>
            )
          }
        />
      )}
      <LoadMore pages={list} />
    </div>
  );
}
