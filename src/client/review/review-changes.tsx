import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { ListingDifferences } from '#client/components/listing/listing-differences.tsx';
import { ChangeList } from '#client/components/package/change-list.tsx';
import { versionTitle } from '#client/components/version/version-title.ts';
import { paths } from '#client/paths.ts';
import { localeName } from '#client/ui/locale-name.ts';
import { rich } from '#client/ui/rich-text.tsx';
import { Section } from '#client/ui/section.tsx';
import { plural, t } from '#shared/languages/translate.ts';
import type { Review } from '#shared/reviews/calls.ts';
import { ReviewSpecialAccess } from './review-special-access.tsx';

/** Shows the changes of package and listing compared with the live ones. */
export function ReviewChanges({ review }: { review: Review }) {
  const { version, published, changes, listingChanges } = review;
  return (
    <>
      <Section title={published === null ? t`First version` : t`Changes since ${versionTitle(published)}`}>
        <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary' }}>
          {published === null ? (
            t`First version: review everything.`
          ) : (
            <>
              {rich`Compared with ${<Link href={paths.review(published.id)}>{versionTitle(published)}</Link>}, the live version.`}{' '}
              {sensitiveText(changes)}
            </>
          )}
        </Typography>
        {published !== null && changes !== null && (
          <ChangeList changes={changes} sizes={{ before: published.size, after: version.size }} />
        )}
        {published !== null && changes === null && (
          <Typography>{t`One of the packages couldn’t be read, so they can’t be compared.`}</Typography>
        )}
      </Section>
      <ReviewSpecialAccess facts={version.package} />
      <ReleaseNotes notes={version.releaseNotes} />
      {listingChanges.length > 0 && (
        <Section title={t`Listing changes`}>
          <ListingDifferences differences={listingChanges} />
        </Section>
      )}
    </>
  );
}

function sensitiveText(changes: Review['changes']): string {
  const count = changes?.filter(({ sensitive }) => sensitive).length ?? 0;
  if (count === 0) return t`No sensitive changes.`;
  return plural(count, { one: '# sensitive change.', other: '# sensitive changes.' });
}

/** Shows the publisher's release notes, by language. */
function ReleaseNotes({ notes }: { notes: Review['version']['releaseNotes'] }) {
  const entries = Object.entries(notes);
  if (entries.length === 0) return null;
  return (
    <Section title={t`Release notes`}>
      {entries.map(([locale, text]) => (
        <Box key={locale} sx={{ mb: 1, typography: 'body2' }}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {localeName(locale)}
          </Box>
          <Box lang={locale} sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {text}
          </Box>
        </Box>
      ))}
    </Section>
  );
}
