import { useSearchParams } from 'react-router';
import { useCallQuery } from '#client/backend/use-call.ts';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { PagePart } from '#client/components/feedback/page-part.tsx';
import { paths, SYSTEM_SETTINGS_PARTS } from '#client/paths.ts';
import { Page } from '#client/ui/page.tsx';
import { choosePart } from '#client/ui/page-parts.tsx';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import { t } from '#shared/languages/translate.ts';

const PARTS = {
  store: {
    label: SYSTEM_SETTINGS_PARTS.store,
    Part: lazyChunk('settings-store', async () => (await import('./settings-store.tsx')).StorePart),
  },
  email: {
    label: SYSTEM_SETTINGS_PARTS.email,
    Part: lazyChunk('settings-email', async () => (await import('./settings-email.tsx')).EmailPart),
  },
  publishing: {
    label: SYSTEM_SETTINGS_PARTS.publishing,
    Part: lazyChunk(
      'settings-publishing',
      async () => (await import('./settings-publishing.tsx')).PublishingPart,
    ),
  },
  review: {
    label: SYSTEM_SETTINGS_PARTS.review,
    Part: lazyChunk('settings-review', async () => (await import('./settings-review.tsx')).ReviewPart),
  },
  rules: {
    label: SYSTEM_SETTINGS_PARTS.rules,
    Part: lazyChunk('settings-rules', async () => (await import('./settings-rules.tsx')).RulesPart),
  },
  limits: {
    label: SYSTEM_SETTINGS_PARTS.limits,
    Part: lazyChunk('settings-limits', async () => (await import('./settings-limits.tsx')).LimitsPart),
  },
  categories: {
    label: SYSTEM_SETTINGS_PARTS.categories,
    Part: lazyChunk(
      'settings-categories',
      async () => (await import('./settings-categories.tsx')).CategoriesPart,
    ),
  },
  terms: {
    label: SYSTEM_SETTINGS_PARTS.terms,
    Part: lazyChunk('settings-terms', async () => (await import('./settings-terms.tsx')).TermsPart),
  },
  storage: {
    label: SYSTEM_SETTINGS_PARTS.storage,
    Part: lazyChunk('settings-storage', async () => (await import('./settings-storage.tsx')).StoragePart),
  },
  privacy: {
    label: SYSTEM_SETTINGS_PARTS.privacy,
    Part: lazyChunk('settings-privacy', async () => (await import('./settings-privacy.tsx')).PrivacyPart),
  },
  history: {
    label: SYSTEM_SETTINGS_PARTS.history,
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
      title={t`System Settings`}
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
