import Box from '@mui/material/Box';
import Breadcrumbs from '@mui/material/Breadcrumbs';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type ReactNode, useContext } from 'react';
import { t } from '#shared/languages/translate.ts';
import { type PageParts, PartLinks } from './page-parts.tsx';
import { ProductName } from './product-name.ts';

interface Breadcrumb {
  readonly label: string;
  /** A path of the product, such as `/dashboard/apps`. */
  readonly href: string;
}

export interface PageProps {
  readonly title: string;
  /** A picture of the object, left of its title. */
  readonly picture?: ReactNode;
  /** The status of the object: a chip, a sentence, or both. */
  readonly status?: ReactNode;
  /** The one primary action. */
  readonly action?: ReactNode;
  /** Names what its part shows, such as a language, in the window's title. */
  readonly shown?: string | undefined;
  /** For objects with parts, of which the children show the current one in a `PagePart`. */
  readonly parts?: PageParts;
  /** The pages above this one. */
  readonly breadcrumbs?: readonly Breadcrumb[];
  /** True for a table that uses the whole window. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** Lays out every page in the shell: breadcrumbs, title, status, action, tabs, content. Sets the window title. */
export function Page({
  title,
  picture,
  status,
  action,
  shown,
  parts,
  breadcrumbs,
  isWide = false,
  children,
}: PageProps) {
  const part = parts?.links.find(({ name }) => name === parts.current)?.label;
  return (
    <Box sx={{ maxWidth: isWide ? 1800 : 1200, mx: 'auto', width: '100%' }}>
      <PageTitle names={[shown, part, title]} />
      {breadcrumbs !== undefined && (
        <Breadcrumbs aria-label={t`Breadcrumb`} sx={{ mb: 1, typography: 'body2' }}>
          {breadcrumbs.map(({ label, href }) => (
            <Link key={href} href={href} underline="hover" color="inherit">
              {label}
            </Link>
          ))}
        </Breadcrumbs>
      )}
      <Box
        component="header"
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: parts ? 1 : 3 }}
      >
        {picture !== undefined && <Box sx={{ alignSelf: 'flex-start' }}>{picture}</Box>}
        <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
          <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
            <bdi>{title}</bdi>
          </Typography>
          {status !== undefined && (
            <Box sx={{ mt: 0.5, color: 'text.secondary', typography: 'body2' }}>{status}</Box>
          )}
        </Box>
        {action}
      </Box>
      {parts !== undefined && <PartLinks {...parts} />}
      {children}
    </Box>
  );
}

/** Sets the window's title: the names of what it shows, the most specific first, and the store's name. */
export function PageTitle({ names }: { names: readonly (string | undefined)[] }) {
  const productName = useContext(ProductName);
  return <title>{[...names, productName].filter(Boolean).join(' – ')}</title>;
}
