import { html } from 'hono/html';
import { t } from '#shared/languages/translate.ts';
import { commitUrl } from '#shared/provenance/rules.ts';
import type { PublicApp } from '../public/public-app.ts';
import type { Markup, Store } from './layout.ts';

/** Renders the source that the newest version was built from, and says what that proves; nothing without provenance. */
export function provenanceCard({ basePath }: Store, { listed, versions: [newest] }: PublicApp): Markup | '' {
  if (!newest?.provenance) return '';
  const { provenance, versionName, sha256 } = newest;
  const { repository, commit, workflow, runUrl } = provenance;
  const bundle = `${basePath}catalog/v1/apps/${listed.platform}/${encodeURIComponent(listed.applicationId)}/provenance/${sha256}`;
  return html`<section class="card" aria-labelledby="provenance"><h2 id="provenance">${t`Build provenance`}</h2>
<dl class="facts">
<dt>${t`Repository`}</dt><dd>${webLink(repository, new URL(repository).pathname.slice(1))}</dd>
<dt>${t`Commit`}</dt><dd>${webLink(commitUrl(provenance), commit.slice(0, 12))}</dd>
<dt>${t`Workflow`}</dt><dd>${runUrl === null ? workflow : webLink(runUrl, workflow)}</dd>
</dl>
<p class="quiet note">${t`A signed record proves that this workflow built version ${versionName} from this commit. It doesn’t prove that the source code is safe.`}</p>
<p class="note"><a href="${bundle}">${t`Sigstore bundle`}</a></p>
</section>`;
}

function webLink(url: string, text: string): Markup {
  return html`<a href="${url}" rel="nofollow noreferrer ugc">${text}</a>`;
}
