import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useBackend } from '#client/backend/backend-context.ts';
import { paths } from '#client/paths.ts';
import { ChangeList } from '#client/ui/change-list.tsx';
import { Section } from '#client/ui/section.tsx';
import { versionTitle } from '#client/ui/version-title.ts';
import type { Review } from '#shared/reviews/calls.ts';

/** What people would get that they do not have now: of the package, and of the listing. */
export function ReviewChanges({ review }: { review: Review }) {
  const { version, published, changes, listingChanges } = review;
  return (
    <>
      <Section title={published === null ? 'The first version' : `Changes since ${versionTitle(published)}`}>
        <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary' }}>
          {published === null ? (
            'Nothing is published yet, so everything in it is new: look at all of it.'
          ) : (
            <>
              Compared with <Link href={paths.review(published.id)}>{versionTitle(published)}</Link>, which
              people have now. {sensitiveText(changes)}
            </>
          )}
        </Typography>
        {published !== null && changes !== null && (
          <ChangeList changes={changes} sizes={{ before: published.size, after: version.size }} />
        )}
        {published !== null && changes === null && (
          <Typography>One of both packages could not be read, so they cannot be compared.</Typography>
        )}
      </Section>
      <ReleaseNotes notes={version.releaseNotes} />
      {listingChanges.length > 0 && <ListingChanges changes={listingChanges} />}
    </>
  );
}

function sensitiveText(changes: Review['changes']): string {
  const count = changes?.filter(({ sensitive }) => sensitive).length ?? 0;
  if (count === 0) return 'No change is sensitive.';
  return count === 1 ? '1 change is sensitive.' : `${count} changes are sensitive.`;
}

/** What the publisher says is new, by language. */
function ReleaseNotes({ notes }: { notes: Review['version']['releaseNotes'] }) {
  const entries = Object.entries(notes);
  if (entries.length === 0) return null;
  return (
    <Section title="What its publisher says is new">
      {entries.map(([locale, text]) => (
        <Box key={locale} sx={{ mb: 1, typography: 'body2' }}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {locale}
          </Box>
          <Box lang={locale} sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {text}
          </Box>
        </Box>
      ))}
    </Section>
  );
}

const FIELD_WORDS: Readonly<Record<string, string>> = {
  name: 'Name',
  summary: 'Summary',
  description: 'Description',
  whatsNew: 'What’s new',
  video: 'Video',
};

/** Texts and pictures of the listing as people see them and as they would, by language. */
function ListingChanges({ changes }: { changes: Review['listingChanges'] }) {
  const { storage } = useBackend();
  return (
    <Section title="Changes of the listing">
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
        {changes.map(({ locale, field, before, after }) => {
          const word = FIELD_WORDS[field];
          return (
            <li key={`${locale} ${field} ${after ?? ''}`}>
              <Typography variant="subtitle2" component="h3" sx={{ mb: 0.5 }}>
                {word ?? pictureWord(field)}, {locale}
              </Typography>
              {word === undefined ? (
                <Picture before={before && storage.urlOf(before)} after={after && storage.urlOf(after)} />
              ) : (
                <TextChange before={before} after={after} />
              )}
            </li>
          );
        })}
      </Box>
    </Section>
  );
}

/** `featureGraphic` as `Feature graphic`. */
function pictureWord(kind: string): string {
  const words = kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function TextChange({ before, after }: { before: string | null; after: string | null }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 0.5,
        typography: 'body2',
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
      }}
    >
      {before !== null && (
        <Box component="del" sx={{ color: 'text.secondary' }}>
          {before}
        </Box>
      )}
      <Box component="ins" sx={{ textDecoration: 'none' }}>
        {after ?? 'Nothing any more'}
      </Box>
    </Box>
  );
}

function Picture({ before, after }: { before: string | null; after: string | null }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      {before !== null && <Box component="img" src={before} alt="Before" sx={IMAGE} />}
      {before !== null && '→'}
      {after !== null && <Box component="img" src={after} alt="As handed in" sx={IMAGE} />}
    </Box>
  );
}

const IMAGE = { maxWidth: '100%', maxHeight: 160, borderRadius: 1 };
