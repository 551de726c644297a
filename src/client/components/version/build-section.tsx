import Link from '@mui/material/Link';
import { CopyId } from '#client/ui/copy.tsx';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { Section } from '#client/ui/section.tsx';
import { t } from '#shared/languages/translate.ts';
import type { Build } from '#shared/trusted-publishers/build.ts';

/** Shows the job of a trusted publisher that uploaded a version, as its verified ID token named it. */
export function BuildSection({ build }: { build: Build }) {
  const { repository, commit, ref, workflow, environment, runId, runUrl } = build;
  const items = [
    { label: t`Repository`, value: repository },
    { label: t`Commit`, value: commit === null ? null : <CopyId value={commit} label={t`Commit`} /> },
    { label: t`Branch or tag`, value: ref },
    { label: t`Workflow`, value: workflow },
    { label: t`Environment`, value: environment },
    {
      label: t`Run`,
      value:
        runUrl === null ? (
          runId
        ) : (
          <Link href={runUrl} target="_blank" rel="noreferrer">
            {runId}
          </Link>
        ),
    },
  ];
  return (
    <Section title={t`Uploaded by a trusted publisher`}>
      <DescriptionList items={items.filter(({ value }) => value !== null && value !== '')} />
    </Section>
  );
}
