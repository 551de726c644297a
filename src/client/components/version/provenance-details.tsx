import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type DescriptionItem, DescriptionList } from '#client/ui/description-list.tsx';
import { t } from '#shared/languages/translate.ts';
import type { Provenance } from '#shared/provenance/provenance.ts';
import { commitUrl } from '#shared/provenance/rules.ts';

/** Shows the source that a package was built from, and says what that proves. */
export function ProvenanceDetails({ provenance }: { provenance: Provenance }) {
  const { repository, commit, ref, workflow, runUrl, runner } = provenance;
  const items: DescriptionItem[] = [
    { label: t`Repository`, value: <WebLink href={repository} text={repository} /> },
    { label: t`Commit`, value: <WebLink href={commitUrl(provenance)} text={commit} /> },
    ...(ref === null ? [] : [{ label: t`Branch or tag`, value: ref.replace(/^refs\/(heads|tags)\//, '') }]),
    { label: t`Workflow`, value: runUrl === null ? workflow : <WebLink href={runUrl} text={workflow} /> },
    ...(runner === null ? [] : [{ label: t`Runner`, value: runner }]),
  ];
  return (
    <>
      <DescriptionList items={items} />
      <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary', maxWidth: 640 }}>
        {t`A verified Sigstore bundle proves that this workflow built the package from this commit. It doesn’t prove that the source code is safe.`}
      </Typography>
    </>
  );
}

function WebLink({ href, text }: { href: string; text: string }) {
  return (
    <Link href={href} target="_blank" rel="noopener noreferrer nofollow">
      {text}
    </Link>
  );
}
