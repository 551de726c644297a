import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useCallQuery } from '#client/backend/use-call.ts';
import { AUDIT_LIST, AuditLine } from '#client/components/audit/audit-line.tsx';
import { StatusChip } from '#client/components/status/status-chip.tsx';
import { versionTitle } from '#client/components/version/version-title.ts';
import { paths } from '#client/paths.ts';
import { CopyId } from '#client/ui/copy.tsx';
import { type DescriptionItem, DescriptionList } from '#client/ui/description-list.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { Section } from '#client/ui/section.tsx';
import { Time } from '#client/ui/time.tsx';
import { formatNumber, plural, t } from '#shared/languages/translate.ts';
import { categoryLabel } from '#shared/listings/categories.ts';
import { DETAILS } from '#shared/listings/field-records.ts';
import { DETAIL_FIELDS, linkOf } from '#shared/listings/fields.ts';
import type { Review } from '#shared/reviews/calls.ts';
import { shownStatus } from '#shared/versions/shown-status.ts';

const SHOWN_VERSIONS = 8;
const SHOWN_LINES = 12;

/** Shows the publisher, the app's earlier versions, and its history. */
export function ReviewAbout({ review }: { review: Review }) {
  const { app, version, versions, history, publisher } = review;
  const shownHistory = history.slice(0, SHOWN_LINES);
  const { data: store } = useCallQuery('settings.get', {});
  const { category } = review.details;
  const known = store?.settings.categories.find(({ id }) => id === category);
  const said = describedItems(review, known === undefined ? category : categoryLabel(known));
  const profile = <Link href={paths.adminPerson(publisher.uid)}>{publisher.name ?? publisher.email}</Link>;
  return (
    <>
      <Section title={t`App`}>
        <DescriptionList
          items={[
            {
              label: t`Name`,
              value: (
                <Link href={paths.adminApp(app.id)}>
                  <bdi>{app.name}</bdi>
                </Link>
              ),
            },
            {
              label: t`Application ID`,
              value: <CopyId value={app.applicationId} label={t`application ID`} />,
            },
            { label: t`Summary`, value: app.summary === null ? t`None` : <bdi>{app.summary}</bdi> },
            { label: t`Created`, value: <Time iso={app.createdAt} /> },
            ...said,
          ]}
        />
        <Typography variant="subtitle2" component="h3" sx={{ mt: 2, mb: 0.5 }}>
          {t`Versions`}
        </Typography>
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.75 }}>
          {versions.slice(0, SHOWN_VERSIONS).map((one) => (
            <Box
              component="li"
              key={one.id}
              sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, typography: 'body2' }}
            >
              {one.id === version.id ? (
                <strong>{versionTitle(one)}</strong>
              ) : (
                <Link href={paths.review(one.id)}>{versionTitle(one)}</Link>
              )}
              <StatusChip status={shownStatus(one)} />
            </Box>
          ))}
        </Box>
      </Section>
      <Section title={t`Publisher`}>
        <DescriptionList
          items={[
            {
              label: t`Name`,
              value: publisher.isVerified ? rich`${profile}, verified` : rich`${profile}, not verified`,
            },
            {
              label: t`Email`,
              value: publisher.emailVerified
                ? t`${publisher.email}, confirmed`
                : t`${publisher.email}, not confirmed`,
            },
            { label: t`Joined`, value: <Time iso={publisher.since} /> },
            { label: t`Apps`, value: appsText(publisher) },
            {
              label: t`Versions`,
              value: versionsText(publisher),
            },
          ]}
        />
      </Section>
      <Section title={t`History`}>
        <Box component="ul" sx={AUDIT_LIST}>
          {shownHistory.map((entry) => (
            // The decision about this version is shown above.
            <AuditLine key={entry.id} entry={entry} withReason={entry.versionId !== version.id} />
          ))}
        </Box>
        {history.length > SHOWN_LINES && (
          <Link href={paths.auditOf({ app: app.id })} variant="body2">
            {t`Full app history`}
          </Link>
        )}
      </Section>
    </>
  );
}

/** Shows the app details that all languages share; nothing when they are empty. */
function describedItems({ details }: Review, category: string): DescriptionItem[] {
  return DETAIL_FIELDS.filter((field) => field !== 'defaultLocale').flatMap((field) => {
    const value = field === 'category' ? category : [details[field]].flat().join(', ');
    const link = linkOf(DETAILS[field], value);
    if (value === '') return [];
    return {
      label: DETAILS[field].label(),
      value: link === null ? value : <DetailLink {...{ link, value }} />,
    };
  });
}

function DetailLink({ link, value }: { readonly link: string; readonly value: string }) {
  return (
    <Link href={link} target="_blank" rel="noopener noreferrer">
      {value}
    </Link>
  );
}

function versionsText({ publishedVersions, rejections }: Review['publisher']): string {
  const count = plural(rejections, { one: '# rejection', other: '# rejections' });
  return t`${formatNumber(publishedVersions)} published, ${count}`;
}

function appsText({ apps, removedApps }: Review['publisher']): string {
  const all = plural(apps, { one: '# app', other: '# apps' });
  return removedApps === 0 ? all : t`${all}, ${removedApps} removed`;
}
