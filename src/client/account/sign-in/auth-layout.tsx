import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useStoreSettings } from '#client/backend/use-store-settings.ts';
import { focusHandover } from '#client/components/feedback/focus-handover.ts';
import { StoreLinks } from '#client/components/store/store-links.tsx';
import { StoreLogo } from '#client/components/store/store-logo.tsx';

export interface AuthLayoutProps {
  readonly title: string;
  /** One sentence below the title. */
  readonly lead?: ReactNode;
  readonly children: ReactNode;
  /** Width of the card in pixels. */
  readonly width?: number;
}

/** Lays out the screens outside of the shell: the store's name above one card. */
export function AuthLayout({ title, lead, children, width = 420 }: AuthLayoutProps) {
  const store = useStoreSettings();
  const { storeName = '', tagline = '' } = store?.settings ?? {};
  return (
    <Box
      component="main"
      ref={focusHandover}
      tabIndex={-1}
      sx={{ minHeight: '100vh', display: 'grid', alignContent: 'center', p: 2, outline: 'none' }}
    >
      <title>{storeName === '' ? title : `${title} – ${storeName}`}</title>
      <Box sx={{ width: '100%', maxWidth: width, mx: 'auto' }}>
        <Box sx={{ display: 'grid', justifyItems: 'center', textAlign: 'center', mb: 3 }}>
          <StoreLogo size={56} store={store} />
          <Typography
            variant="h6"
            component="p"
            sx={{ mt: 1.5, minHeight: '1.6em', maxWidth: '100%', overflowWrap: 'anywhere' }}
          >
            {storeName}
          </Typography>
          {tagline !== '' && (
            <Typography
              variant="body2"
              sx={{
                maxWidth: '100%',
                overflowWrap: 'anywhere',
                textWrap: 'balance',
                color: 'text.secondary',
              }}
            >
              {tagline}
            </Typography>
          )}
        </Box>
        <Paper sx={{ p: { xs: 3, sm: 4 } }}>
          <Typography variant="h1" sx={{ mb: lead === undefined ? 3 : 1 }}>
            {title}
          </Typography>
          {lead !== undefined && (
            <Typography variant="body2" sx={{ mb: 3, color: 'text.secondary' }}>
              {lead}
            </Typography>
          )}
          {children}
        </Paper>
        <Box sx={{ mt: 3, minHeight: 24 }}>
          <StoreLinks store={store} />
        </Box>
      </Box>
    </Box>
  );
}
