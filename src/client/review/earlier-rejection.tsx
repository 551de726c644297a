import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import {
  differenceKey,
  fieldTitle,
  ListingDifferences,
} from '#client/components/listing/listing-differences.tsx';
import { ChangeList } from '#client/components/package/change-list.tsx';
import { DecisionNote } from '#client/components/review/decision-note.tsx';
import { versionTitle } from '#client/components/version/version-title.ts';
import { paths } from '#client/paths.ts';
import { rich } from '#client/ui/rich-text.tsx';
import { Section } from '#client/ui/section.tsx';
import { Time } from '#client/ui/time.tsx';
import { t } from '#shared/languages/translate.ts';
import type { ListingEdit, Review } from '#shared/reviews/calls.ts';

type Rejection = NonNullable<Review['earlierRejection']>;

/** Shows why an earlier submission was rejected, and what its publisher has changed since. */
export function EarlierRejection({ rejection, review }: { rejection: Rejection; review: Review }) {
  const { version, reviewerName, isOwn, decidedAt } = rejection;
  const isSamePackage = version.id === review.version.id;
  const subject = isSamePackage ? (
    t`This version`
  ) : (
    <Link href={paths.review(version.id)}>{versionTitle(version)}</Link>
  );
  const time = <Time iso={decidedAt} />;
  return (
    <Section title={isOwn ? t`Since your last decision` : t`Since the last decision`}>
      <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary' }}>
        {isOwn
          ? rich`You rejected ${isSamePackage ? t`this version` : subject}, ${time}.`
          : reviewerName === null
            ? rich`${subject} was rejected, ${time}.`
            : rich`${subject} was rejected by ${reviewerName}, ${time}.`}
      </Typography>
      <DecisionNote version={{ ...rejection, status: 'rejected' }} />
      <Typography component="h3" variant="subtitle2">
        {t`Changed since`}
      </Typography>
      <PackageChanges rejection={rejection} review={review} />
      <ListingEdits edits={rejection.listingEdits} />
    </Section>
  );
}

function PackageChanges({
  rejection: { version, changes },
  review,
}: {
  rejection: Rejection;
  review: Review;
}) {
  if (version.id === review.version.id)
    return <Typography variant="body2">{t`The package is the same.`}</Typography>;
  if (changes === null) {
    return (
      <Typography variant="body2">
        {t`One of the packages couldn’t be read, so they can’t be compared.`}
      </Typography>
    );
  }
  if (changes.length === 0)
    return <Typography variant="body2">{t`The new package has no visible differences.`}</Typography>;
  return <ChangeList changes={changes} sizes={{ before: version.size, after: review.version.size }} />;
}

function ListingEdits({ edits }: { edits: readonly ListingEdit[] | null }) {
  if (edits === null) return null;
  if (edits.length === 0) return <Typography variant="body2">{t`The listing is the same.`}</Typography>;
  const shown = edits.flatMap(({ values, ...place }) => (values === null ? [] : { ...place, ...values }));
  const named = edits.filter(({ values }) => values === null);
  return (
    <Box sx={{ mt: 2 }}>
      <ListingDifferences
        differences={shown}
        label={t`Changed in the listing`}
        labels={{ before: t`When rejected`, after: t`Now` }}
      />
      {named.length > 0 && (
        <>
          <Typography variant="body2" sx={{ mt: shown.length > 0 ? 2 : 0 }}>
            {t`Also changed in the listing:`}
          </Typography>
          <Box
            component="ul"
            aria-label={t`Also changed in the listing`}
            sx={{ m: 0, pl: 2.5, typography: 'body2' }}
          >
            {named.map((edit) => (
              <li key={differenceKey(edit)}>{fieldTitle(edit)}</li>
            ))}
          </Box>
        </>
      )}
    </Box>
  );
}
