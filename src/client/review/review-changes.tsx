import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { ListingDifferences } from '#client/components/listing/listing-differences.tsx';
import { ChangeList } from '#client/components/package/change-list.tsx';
import { SizeBreakdown } from '#client/components/package/size-breakdown.tsx';
import { versionTitle } from '#client/components/version/version-title.ts';
import { paths } from '#client/paths.ts';
import { localeName } from '#client/ui/locale-name.ts';
import { rich } from '#client/ui/rich-text.tsx';
import { Section } from '#client/ui/section.tsx';
import { textAttributes } from '#shared/languages/direction.ts';
import { plural, t } from '#shared/languages/translate.ts';
import { sensitiveChanges } from '#shared/packages/capabilities.ts';
import type { Review } from '#shared/reviews/calls.ts';
import { ReviewCapabilities } from './review-capabilities.tsx';

/** Shows the changes of package and listing compared with the live ones. */
export function ReviewChanges({ review }: { review: Review }) {
  const { version, published, changes, listingChanges } = review;
  if (published === null) return null;
  const link = <Link href={paths.review(published.id)}>{versionTitle(published)}</Link>;
  return (
    <>
      <Section title={t`Changes since ${versionTitle(published)}`}>
        <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary' }}>
          {version.publishedAt === null
            ? rich`Compared with ${link}, the live version.`
            : rich`Compared with ${link}, which was published before it.`}{' '}
          {sensitiveText(changes)}
        </Typography>
        {changes === null ? (
          <Typography>{t`One of the packages couldn’t be read, so they can’t be compared.`}</Typography>
        ) : (
          <ChangeList changes={changes} />
        )}
      </Section>
      <ReviewCapabilities facts={version.package} />
      <ReviewSize review={review} />
      <ReleaseNotes notes={version.releaseNotes} />
      {listingChanges.length > 0 && (
        <Section title={t`Listing changes`}>
          <ListingDifferences differences={listingChanges} />
        </Section>
      )}
    </>
  );
}

/** Shows what the package's size consists of; nothing for one that wasn't measured. */
export function ReviewSize({ review: { version, published, changes } }: { review: Review }) {
  if (version.package?.partSizes === undefined) return null;
  const compared =
    published === null || changes === null
      ? null
      : { title: versionTitle(published), size: published.size, changes };
  return (
    <Section title={t`Size by content`}>
      <SizeBreakdown facts={version.package} compared={compared} />
    </Section>
  );
}

function sensitiveText(changes: Review['changes']): string {
  const count = sensitiveChanges(changes ?? []).length;
  if (count === 0) return t`No sensitive changes.`;
  return plural(count, { one: '# sensitive change.', other: '# sensitive changes.' });
}

/** Shows the publisher's release notes, by language. */
export function ReleaseNotes({ notes }: { notes: Review['version']['releaseNotes'] }) {
  const entries = Object.entries(notes);
  if (entries.length === 0) return null;
  return (
    <Section title={t`Release notes`}>
      {entries.map(([locale, text]) => (
        <Box key={locale} sx={{ mb: 1, typography: 'body2' }}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {localeName(locale)}
          </Box>
          <Box {...textAttributes(locale)} sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {text}
          </Box>
        </Box>
      ))}
    </Section>
  );
}
