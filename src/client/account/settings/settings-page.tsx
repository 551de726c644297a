import { useSearchParams } from 'react-router';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { PagePart } from '#client/components/feedback/page-part.tsx';
import { paths } from '#client/paths.ts';
import { SCREENS } from '#client/screens.ts';
import { Page } from '#client/ui/page.tsx';
import { choosePart } from '#client/ui/page-parts.tsx';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import { t } from '#shared/languages/translate.ts';

const PARTS = {
  general: {
    label: SCREENS.settings.parts.general,
    Part: lazyChunk('general-part', async () => (await import('./general-part.tsx')).GeneralPart),
  },
  notifications: {
    label: SCREENS.settings.parts.notifications,
    Part: lazyChunk(
      'notifications-part',
      async () => (await import('./notifications-part.tsx')).NotificationsPart,
    ),
  },
  security: {
    label: SCREENS.settings.parts.security,
    Part: lazyChunk('security-part', async () => (await import('./security-part.tsx')).SecurityPart),
  },
  usage: {
    label: SCREENS.settings.parts.usage,
    Part: lazyChunk('usage-part', async () => (await import('./usage-part.tsx')).UsagePart),
  },
  account: {
    label: SCREENS.settings.parts.account,
    Part: lazyChunk('account-part', async () => (await import('./account-part.tsx')).AccountPart),
  },
};

/** Shows the user's own settings, in parts with their own addresses (`tab=…`). */
export default function SettingsPage() {
  const [params] = useSearchParams();
  const { current, links, Part } = choosePart(PARTS, params.get('tab'), paths.settingsPart);
  return (
    <Page title={SCREENS.settings.title} parts={{ label: t`Settings sections`, current, links }}>
      <PagePart current={current} fallback={<FormSkeleton />}>
        <Part />
      </PagePart>
    </Page>
  );
}
