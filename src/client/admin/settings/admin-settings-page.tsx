import { useSearchParams } from 'react-router';
import { useCallQuery } from '#client/backend/use-call.ts';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { PagePart } from '#client/components/feedback/page-part.tsx';
import { paths } from '#client/paths.ts';
import { SCREENS } from '#client/screens.ts';
import { Page } from '#client/ui/page.tsx';
import { choosePart } from '#client/ui/page-parts.tsx';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import { t } from '#shared/languages/translate.ts';

const PARTS = {
  store: {
    label: SCREENS.adminSettings.parts.store,
    Part: lazyChunk('settings-store', async () => (await import('./settings-store.tsx')).StorePart),
  },
  email: {
    label: SCREENS.adminSettings.parts.email,
    Part: lazyChunk('settings-email', async () => (await import('./settings-email.tsx')).EmailPart),
  },
  publishing: {
    label: SCREENS.adminSettings.parts.publishing,
    Part: lazyChunk(
      'settings-publishing',
      async () => (await import('./settings-publishing.tsx')).PublishingPart,
    ),
  },
  review: {
    label: SCREENS.adminSettings.parts.review,
    Part: lazyChunk('settings-review', async () => (await import('./settings-review.tsx')).ReviewPart),
  },
  rules: {
    label: SCREENS.adminSettings.parts.rules,
    Part: lazyChunk('settings-rules', async () => (await import('./settings-rules.tsx')).RulesPart),
  },
  limits: {
    label: SCREENS.adminSettings.parts.limits,
    Part: lazyChunk('settings-limits', async () => (await import('./settings-limits.tsx')).LimitsPart),
  },
  categories: {
    label: SCREENS.adminSettings.parts.categories,
    Part: lazyChunk(
      'settings-categories',
      async () => (await import('./settings-categories.tsx')).CategoriesPart,
    ),
  },
  legal: {
    label: SCREENS.adminSettings.parts.legal,
    Part: lazyChunk('settings-legal', async () => (await import('./settings-legal.tsx')).LegalPart),
  },
  storage: {
    label: SCREENS.adminSettings.parts.storage,
    Part: lazyChunk('settings-storage', async () => (await import('./settings-storage.tsx')).StoragePart),
  },
  privacy: {
    label: SCREENS.adminSettings.parts.privacy,
    Part: lazyChunk('settings-privacy', async () => (await import('./settings-privacy.tsx')).PrivacyPart),
  },
  history: {
    label: SCREENS.adminSettings.parts.history,
    Part: lazyChunk('settings-history', async () => (await import('./settings-history.tsx')).HistoryPart),
  },
};

/** Shows the settings of the store, in parts with their own addresses (`tab=…`). */
export default function AdminSettingsPage() {
  const [params] = useSearchParams();
  const { current, links, Part } = choosePart(PARTS, params.get('tab'), paths.adminSettingsPart);
  const call = useCallQuery('settings.get', {});
  const { data } = call;
  return (
    <Page
      title={SCREENS.adminSettings.title}
      status={t`Changes apply to everyone when saved.`}
      parts={{ label: t`Settings sections`, current, links }}
    >
      <PagePart current={current} fallback={<FormSkeleton />}>
        <CallStatus call={call} skeleton={<FormSkeleton />} />
        {data !== undefined && <Part key={current} settings={data.settings} />}
      </PagePart>
    </Page>
  );
}
