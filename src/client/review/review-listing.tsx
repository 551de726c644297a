import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallQuery } from '#client/backend/use-call.ts';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { PictureRow } from '#client/components/listing/listing-value.tsx';
import { SelectFilter } from '#client/ui/filters.tsx';
import { localeName } from '#client/ui/locale-name.ts';
import { Section } from '#client/ui/section.tsx';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import type { CallResult } from '#shared/calls.ts';
import { messageLanguage, t } from '#shared/languages/translate.ts';
import { SCREENSHOT_KINDS } from '#shared/listings/graphics.ts';
import type { Review } from '#shared/reviews/calls.ts';
import { VERSION_STATUSES } from '#shared/statuses/version-status.ts';

import { reviewedListing } from './reviewed-listing.ts';

const MarkdownPreview = lazyChunk(
  'markdown-preview',
  async () => (await import('#client/components/listing/markdown-preview.tsx')).MarkdownPreview,
);

type ListingResult = CallResult<'apps.getListing'>;

/** Shows the app's listing in one language as people will see it, with its feature graphic and all screenshots. */
export function ReviewListing({ review: { app, details, version, listingChanges } }: { review: Review }) {
  const call = useCallQuery('apps.getListing', { appId: app.id });
  return (
    <Section
      title={
        VERSION_STATUSES[version.status].isAwaitingReview ? t`Listing after approval` : t`Current listing`
      }
    >
      <CallStatus call={call} skeleton={<FormSkeleton fields={2} />} />
      {call.data !== undefined && (
        <LoadedListing
          result={reviewedListing(
            call.data,
            app.status === 'published' || app.status === 'unpublished',
            VERSION_STATUSES[version.status].isAwaitingReview ? listingChanges : [],
          )}
          defaultLocale={details.defaultLocale}
        />
      )}
    </Section>
  );
}

function LoadedListing({ result, defaultLocale }: { result: ListingResult; defaultLocale: string }) {
  const [chosen, setChosen] = useState(defaultLocale);
  const listings = result.listings.filter(({ isDeleted }) => !isDeleted);
  const listing = listings.find(({ locale }) => locale === chosen) ?? listings[0];
  if (listing === undefined)
    return <Typography variant="body2">{t`The publisher hasn’t written one yet.`}</Typography>;
  const { locale, texts } = listing;
  return (
    <>
      {listings.length > 1 && (
        <Box sx={{ display: 'flex', mb: 2 }}>
          <SelectFilter
            label={t`Language of the listing`}
            value={locale}
            options={listings.map((one) => [one.locale, localeName(one.locale)] as const)}
            onChange={setChosen}
          />
        </Box>
      )}
      <Box lang={locale}>
        <Typography component="h3" sx={{ fontSize: '1.25rem', fontWeight: 600, overflowWrap: 'anywhere' }}>
          {texts.name}
        </Typography>
        <Typography sx={{ color: 'text.secondary', mb: 2, overflowWrap: 'anywhere' }}>
          {texts.summary}
        </Typography>
        <FeatureGraphic graphics={result.graphics} locale={locale} />
        <Screenshots graphics={result.graphics} locale={locale} />
        <Description key={locale} text={texts.description} />
      </Box>
    </>
  );
}

/** Shows a description as store clients do, or on request as it was written. */
function Description({ text }: { text: string }) {
  const [isFormatted, setFormatted] = useState(true);
  return (
    <>
      {isFormatted ? (
        <Suspense fallback={<FormSkeleton fields={2} />}>
          <MarkdownPreview text={text} />
        </Suspense>
      ) : (
        <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {text}
        </Typography>
      )}
      <Button
        size="small"
        lang={messageLanguage()}
        onClick={() => setFormatted(!isFormatted)}
        sx={{ mt: 1, ml: -0.5 }}
      >
        {isFormatted ? t`Show as written` : t`Show formatted`}
      </Button>
    </>
  );
}

/** Shows the feature graphic of a language, if it has one. */
function FeatureGraphic({ graphics, locale }: { graphics: ListingResult['graphics']; locale: string }) {
  const { storage } = useBackend();
  const shown = graphics.find(
    (graphic) => graphic.kind === 'featureGraphic' && graphic.locale === locale && graphic.isDraft,
  );
  if (shown === undefined) return null;
  return (
    <Box lang={messageLanguage()} sx={{ mb: 2 }}>
      <PictureRow label={t`Feature graphic`} keys={[shown.path]} urlOf={storage.urlOf} />
    </Box>
  );
}

/** Shows the screenshots of a language for all kinds of devices in one row, which scrolls by itself. */
function Screenshots({ graphics, locale }: { graphics: ListingResult['graphics']; locale: string }) {
  const { storage } = useBackend();
  const shown = SCREENSHOT_KINDS.flatMap((kind) =>
    graphics.filter((graphic) => graphic.kind === kind && graphic.locale === locale && graphic.isDraft),
  );
  if (shown.length === 0) {
    return (
      <Typography variant="body2" lang={messageLanguage()} sx={{ mb: 2, color: 'text.secondary' }}>
        {t`No screenshots in this language.`}
      </Typography>
    );
  }
  return (
    <Box
      component="section"
      aria-label={t`Screenshots`}
      tabIndex={0}
      sx={{ display: 'flex', gap: 1.5, mb: 2, pb: 1, overflowX: 'auto' }}
    >
      {shown.map(({ id, path, width, height }, index) => (
        <Box
          key={id}
          component="img"
          src={storage.urlOf(path)}
          alt={t`Screenshot ${index + 1} of ${shown.length}`}
          loading="lazy"
          sx={{ height: 240, aspectRatio: `${width} / ${height}`, borderRadius: 1, flex: '0 0 auto' }}
        />
      ))}
    </Box>
  );
}
