import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type ReactNode, Suspense, useState } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallQuery } from '#client/backend/use-call.ts';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { NewMark, PictureRow } from '#client/components/listing/listing-value.tsx';
import { SelectFilter } from '#client/ui/filters.tsx';
import { localeName } from '#client/ui/locale-name.ts';
import { Section } from '#client/ui/section.tsx';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import type { CallResult } from '#shared/calls.ts';
import { textAttributes } from '#shared/languages/direction.ts';
import { messageLanguage, t } from '#shared/languages/translate.ts';
import { LISTING_FIELD_LABELS, type ListingField, SCREENSHOT_KINDS } from '#shared/listings/fields.ts';
import { isEmptyValue } from '#shared/listings/values.ts';
import type { Review } from '#shared/reviews/calls.ts';
import { VERSION_STATUSES } from '#shared/statuses/version-status.ts';
import { reviewedListing } from './reviewed-listing.ts';

const MarkdownPreview = lazyChunk(
  'markdown-preview',
  async () => (await import('#client/components/listing/markdown-preview.tsx')).MarkdownPreview,
);

type ListingResult = CallResult<'apps.getListing'>;

/** Shows the app's listing in one language as people will see it, with its feature graphic and all screenshots. */
export function ReviewListing({ review }: { review: Review }) {
  const { app, details, version, listingChanges } = review;
  const call = useCallQuery('apps.getListing', { appId: app.id });
  const { isAwaitingReview } = VERSION_STATUSES[version.status];
  const wasPublic = app.status === 'published' || app.status === 'unpublished';
  const submitted = isAwaitingReview || !wasPublic ? listingChanges : [];
  return (
    <Section title={isAwaitingReview ? t`Listing after approval` : t`Current listing`}>
      <CallStatus call={call} skeleton={<FormSkeleton fields={2} />} />
      {call.data !== undefined && (
        <LoadedListing
          result={reviewedListing(call.data, wasPublic, submitted)}
          defaultLocale={details.defaultLocale}
          isNew={(locale, field) =>
            submitted.some((one) => one.locale === locale && one.field === field && isEmptyValue(one.before))
          }
        />
      )}
    </Section>
  );
}

type IsNew = (locale: string, field: ListingField) => boolean;

interface LoadedListingProps {
  readonly result: ListingResult;
  readonly defaultLocale: string;
  /** Returns true for what people haven't seen yet. */
  readonly isNew: IsNew;
}

function LoadedListing({ result, defaultLocale, isNew }: LoadedListingProps) {
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
      <Box {...textAttributes(locale)}>
        <Marked isNew={isNew(locale, 'name')}>
          <Typography component="h3" sx={{ fontSize: '1.25rem', fontWeight: 600, overflowWrap: 'anywhere' }}>
            {texts.name}
          </Typography>
        </Marked>
        <Marked isNew={isNew(locale, 'summary')}>
          <Typography sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{texts.summary}</Typography>
        </Marked>
        <Pictures {...{ locale, isNew }} kind="icon" graphics={result.graphics} />
        <Pictures {...{ locale, isNew }} kind="featureGraphic" graphics={result.graphics} />
        <Marked isNew={SCREENSHOT_KINDS.some((kind) => isNew(locale, kind))}>
          <Screenshots graphics={result.graphics} locale={locale} />
        </Marked>
        {texts.video !== '' && (
          <Marked isNew={isNew(locale, 'video')}>
            <Link
              href={texts.video}
              target="_blank"
              rel="noopener noreferrer"
              sx={{ overflowWrap: 'anywhere' }}
            >
              {texts.video}
            </Link>
          </Marked>
        )}
        <Marked isNew={isNew(locale, 'description')}>
          <Description key={locale} text={texts.description} />
        </Marked>
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
        {...textAttributes(messageLanguage())}
        onClick={() => setFormatted(!isFormatted)}
        sx={{ mt: 1, ml: -0.5 }}
      >
        {isFormatted ? t`Show as written` : t`Show formatted`}
      </Button>
    </>
  );
}

interface PicturesProps extends Pick<LoadedListingProps, 'isNew'> {
  readonly locale: string;
  readonly kind: 'icon' | 'featureGraphic';
  readonly graphics: ListingResult['graphics'];
}

/** Shows the icon or feature graphic of a language, if it has one. */
function Pictures({ locale, kind, graphics, isNew }: PicturesProps) {
  const { storage } = useBackend();
  const shown = graphics.find(
    (graphic) => graphic.kind === kind && graphic.locale === locale && graphic.isDraft,
  );
  if (shown === undefined) return null;
  return (
    <Marked isNew={isNew(locale, kind)}>
      <Box {...textAttributes(messageLanguage())}>
        <PictureRow label={LISTING_FIELD_LABELS[kind]} keys={[shown.path]} urlOf={storage.urlOf} />
      </Box>
    </Marked>
  );
}

/** Shows a part of the listing, with a mark at its end when it is new. */
function Marked({ isNew, children }: { isNew: boolean; children: ReactNode }) {
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', columnGap: 1.5, rowGap: 0.5, mb: 2 }}
    >
      <Box sx={{ minWidth: 0 }}>{children}</Box>
      {isNew && (
        <span {...textAttributes(messageLanguage())}>
          <NewMark />
        </span>
      )}
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
      <Typography
        variant="body2"
        {...textAttributes(messageLanguage())}
        sx={{ mb: 2, color: 'text.secondary' }}
      >
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
