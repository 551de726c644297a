import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import type { Theme } from '@mui/material/styles';
import Toolbar from '@mui/material/Toolbar';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { Announcements } from '#client/components/feedback/announcements.tsx';
import { findPushSubscription } from '#client/components/notification/push-subscription.ts';
import { StoreLinks } from '#client/components/store/store-links.tsx';
import { useSession } from '#client/store/session.ts';
import { useAuthState } from '#client/store/store.ts';
import { type Density, DensityContext } from '#client/ui/density.ts';
import { DEFAULT_LOCALE, LocaleContext } from '#client/ui/locale.ts';
import { ProductName } from '#client/ui/product-name.ts';
import { PageSkeleton } from '#client/ui/skeletons.tsx';
import { useMinute } from '#client/ui/use-minute.ts';
import { t } from '#shared/languages/translate.ts';
import { ConfirmEmailBanner } from './confirm-email-banner.tsx';
import { PausedUpdates } from './paused-updates.tsx';
import { Reauthentication } from './reauthentication.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { SideMenu } from './side-menu.tsx';
import { SkipLink } from './skip-link.tsx';
import { StoreAccent } from './store-accent.tsx';
import { TopBar } from './top-bar.tsx';
import { useFocusOnNewScreen } from './use-focus-on-new-screen.ts';

/** Width of the side menu in pixels (specification section 2). */
const MENU_WIDTH = 240;
const DRAWER_PAPER = { width: MENU_WIDTH, boxSizing: 'border-box' } as const;

/** Lays out every signed-in screen: top bar, side menu, content, footer. */
export function Shell() {
  const main = useFocusOnNewScreen();
  const year = useMinute().getFullYear();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'), { noSsr: true });
  const { settings, documents } = useBackend();
  const session = useSession();
  const { error } = useAuthState();
  const store = useCallQuery('settings.get', {});
  // After signing in, the name is known already.
  const known = store.data ?? documents.storeSettings.current();
  const storeName = known?.settings.storeName ?? 'Quayside';

  async function signOut() {
    const subscription = await findPushSubscription(settings.baseUrl).catch(() => null);
    if (!(await session.signOut())) return;
    // The next user of this device must not get the previous user's messages.
    if (subscription !== null) await subscription.unsubscribe().catch(() => false);
    window.location.assign(settings.baseUrl);
  }

  const menu = {
    guideUrl: new URL('developer-guide.html', settings.baseUrl).href,
    onSignOut: () => void signOut(),
  };
  return (
    <ProductName value={storeName}>
      <PreferencesProvider>
        <Reauthentication>
          <ScrollRestoration />
          <Announcements>
            <StoreAccent />
            <SkipLink />
            <Shortcuts />
            <PausedUpdates />
            <Box sx={{ display: 'flex', minHeight: '100vh' }}>
              <TopBar
                title={known === undefined && store.isPending ? '' : storeName}
                isMenuOpen={isMenuOpen}
                onToggleMenu={() => setMenuOpen(!isMenuOpen)}
                onSignOut={menu.onSignOut}
              />
              {isWide ? (
                <Drawer
                  variant="permanent"
                  sx={{ width: MENU_WIDTH, flexShrink: 0 }}
                  slotProps={{ paper: { sx: DRAWER_PAPER } }}
                >
                  <Toolbar />
                  <SideMenu {...menu} />
                </Drawer>
              ) : (
                <Drawer
                  variant="temporary"
                  open={isMenuOpen}
                  onClose={() => setMenuOpen(false)}
                  slotProps={{ paper: { sx: DRAWER_PAPER, 'aria-label': t`Menu` } }}
                >
                  <Toolbar />
                  <SideMenu {...menu} onNavigate={() => setMenuOpen(false)} />
                </Drawer>
              )}
              <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
                <Toolbar />
                <Box
                  component="main"
                  id="main"
                  ref={main}
                  tabIndex={-1}
                  sx={{ flex: 1, p: { xs: 2, sm: 3 }, outline: 'none' }}
                >
                  {error !== null && (
                    <Alert severity="error" sx={{ mb: 2 }}>
                      {error}
                    </Alert>
                  )}
                  <ConfirmEmailBanner />
                  <Suspense fallback={<PageSkeleton />}>
                    <Outlet />
                  </Suspense>
                </Box>
                <Typography
                  component="footer"
                  variant="body2"
                  sx={{
                    display: 'flex',
                    flexWrap: 'wrap',
                    justifyContent: 'center',
                    columnGap: 2.5,
                    rowGap: 0.5,
                    px: 3,
                    py: 2,
                    color: 'text.secondary',
                    // What isn’t shown yet would push it down.
                    'main:has(.MuiSkeleton-root) ~ &': { visibility: 'hidden' },
                  }}
                >
                  © {year} {storeName}
                  <StoreLinks store={known} />
                </Typography>
              </Box>
            </Box>
          </Announcements>
        </Reauthentication>
      </PreferencesProvider>
    </ProductName>
  );
}

/** Provides the user's language and time zone for dates, and the density of tables. */
function PreferencesProvider({ children }: { children: ReactNode }) {
  const { data } = useCallQuery('users.me', {});
  const { mutate } = useCallMutation('users.updateProfile');
  const { language = null, timeZone = null, density = null } = data?.user ?? {};
  // Shows a choice immediately. Once it is saved, or can't be, the stored value shows again.
  const [choice, setChoice] = useState<{ readonly density: Density | null }>();
  const locale = useMemo(
    () => ({ language: language ?? DEFAULT_LOCALE.language, timeZone }),
    [language, timeZone],
  );
  const shown = choice === undefined ? density : choice.density;
  const preference = useMemo(
    () => ({
      density: shown,
      setDensity: (next: Density | null) => {
        setChoice({ density: next });
        mutate({ density: next }, { onSettled: () => setChoice(undefined) });
      },
    }),
    [shown, mutate],
  );
  return (
    <LocaleContext value={locale}>
      <DensityContext value={preference}>{children}</DensityContext>
    </LocaleContext>
  );
}
