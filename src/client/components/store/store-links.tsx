import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useBackend } from '#client/backend/backend-context.ts';
import { t } from '#shared/languages/translate.ts';
import type { PublicStore } from '#shared/settings/calls.ts';
import { LEGAL_LABELS, legalPath } from '#shared/settings/legal.ts';

interface StoreLinksProps {
  /** The store's settings; undefined while they are loading. */
  readonly store: Pick<PublicStore, 'isPublic' | 'legalTexts'> | undefined;
}

/** Links to the public page of a store, and to the legal texts that it has. */
export function StoreLinks({ store }: StoreLinksProps) {
  const { settings } = useBackend();
  if (store === undefined) return null;
  const links = [
    ...(store.isPublic ? [{ path: 'fdroid/repo/', label: t`Browse the store’s apps` }] : []),
    ...store.legalTexts.map((kind) => ({ path: legalPath(kind), label: LEGAL_LABELS[kind] })),
  ];
  if (links.length === 0) return null;
  return (
    <Box component="nav" aria-label={t`About this store`}>
      <Box component="ul" sx={LIST}>
        {links.map(({ path, label }) => (
          <li key={path}>
            <Link href={new URL(path, settings.baseUrl).href} color="inherit">
              {label}
            </Link>
          </li>
        ))}
      </Box>
    </Box>
  );
}

const LIST = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  columnGap: 2.5,
  rowGap: 0.5,
  m: 0,
  p: 0,
  listStyle: 'none',
  typography: 'body2',
  color: 'text.secondary',
} as const;
