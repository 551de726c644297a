import { html } from 'hono/html';
import { t } from '#shared/languages/translate.ts';
import { commitUrl } from '#shared/provenance/rules.ts';
import { packagePath } from '../../catalog/versions/package-paths.ts';
import { pageQuery } from '../../platform/store-addresses.ts';
import type { PublicApp } from '../public/public-app.ts';
import { chooseNotes, type PublicVersion } from '../public/public-versions.ts';
import { dayText, type Markup, type Store, sizeText, textIn } from './layout.ts';

/** Renders the versions that everyone gets, newest first, with their notes and hashes. */
export function versionHistory(store: Store, app: PublicApp): Markup {
  const { listed, versions, nextVersionsCursor } = app;
  return html`<section class="card" aria-labelledby="history"><h2 id="history">${t`Version history`}</h2>
${versions.length === 0 ? html`<p>${t`There are no older versions.`}</p>` : html`<ol class="history">${versions.map((version) => versionItem(store, app, version))}</ol>`}
${nextVersionsCursor === null ? '' : html`<p class="note"><a href="${pageQuery(listed)}&amp;after=${nextVersionsCursor}#history">${t`Older versions`}</a></p>`}
</section>`;
}

function versionItem({ basePath }: Store, { listed, locale }: PublicApp, version: PublicVersion): Markup {
  const { versionName, versionCode, publishedAt, size, sha256, minimumOs, provenance } = version;
  const notes = chooseNotes(version, [locale]);
  return html`<li><details><summary><strong>${versionName}</strong><span class="quiet">${dayText(publishedAt)} · ${sizeText(size)}</span></summary>
<div class="inside">
${notes === null ? html`<p class="quiet">${t`No release notes.`}</p>` : html`<p class="lines" ${textIn(locale)}>${notes}</p>`}
<dl class="facts">
${versionCode === null ? '' : html`<dt>${t`Version code`}</dt><dd>${versionCode}</dd>`}
<dt>${t`Needs`}</dt><dd>${minimumOs}</dd>
<dt>SHA-256</dt><dd><code>${sha256}</code></dd>
${provenance === null ? '' : html`<dt>${t`Built from`}</dt><dd><a href="${commitUrl(provenance)}" rel="nofollow noreferrer ugc">${new URL(provenance.repository).pathname.slice(1)} @ ${provenance.commit.slice(0, 12)}</a></dd>`}
</dl>
<p><a href="${basePath}${packagePath(listed, version)}" aria-label="${t`Download version ${versionName}`}">${t`Download`}</a>${version.hasReceipt ? html` · <a href="${basePath}transparency/receipts/${version.versionId}" aria-label="${t`Approval receipt of version ${versionName}`}">${t`Approval receipt`}</a>` : ''}</p>
</div></details></li>`;
}
