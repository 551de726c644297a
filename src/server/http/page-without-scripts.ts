import { html } from 'hono/html';
import { t } from '#shared/languages/translate.ts';
import { LEGAL_LABELS, type LegalKind, legalPath } from '#shared/settings/legal.ts';
import { choosePageLanguage, readWantedLanguages, writeIn } from '../platform/languages.ts';

/** What the console's pages show to browsers without JavaScript. */
interface PageStore {
  readonly name: string;
  /** The address of the logo. */
  readonly icon: string;
  /** True when everyone may read the store's page. */
  readonly isPublic: boolean;
  readonly legalTexts: readonly LegalKind[];
}

/** The style of `renderWithoutScripts`, in the colours of the store's page. */
export const STYLE_WITHOUT_SCRIPTS = `
body { background: #f5f6f8; color: rgba(13, 20, 28, .92); font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 440px; margin: 12vh auto; padding: 0 16px }
main > div { padding: 24px; border-radius: 8px; background: #fff }
main p { margin: 0 0 16px; overflow-wrap: anywhere }
main .store { display: grid; justify-items: center; gap: 12px; font-size: 1.25rem; font-weight: 600; text-align: center }
main img { border-radius: 22% }
main h1 { margin: 0 0 12px; font-size: 1.5rem; line-height: 1.25 }
main a { color: var(--accent-light); text-underline-offset: 3px }
main ul { display: flex; flex-wrap: wrap; gap: 8px 20px; margin: 0; padding: 0; list-style: none }
@media (prefers-color-scheme: dark) {
  body { background: #101418; color: rgba(255, 255, 255, .93) }
  main > div { background: #191e24 }
  main a { color: var(--accent-dark) }
}
`;

/**
 * Returns what an address of the console shows without JavaScript, in the language of an `Accept-Language` header: what
 * is needed, and where to go without.
 */
export function renderWithoutScripts(store: PageStore, acceptLanguage: string | undefined): string {
  const language = choosePageLanguage(readWantedLanguages(acceptLanguage));
  return writeIn(language, () =>
    String(html`<noscript><main lang="${language}">
<p class="store"><img src="${store.icon}" alt="" width="56" height="56"><bdi>${store.name}</bdi></p>
<div><h1>${t`This page needs JavaScript`}</h1>
<p>${t`Publishers and staff sign in here. Allow JavaScript for this site, then reload the page.`}</p>
<ul>${linksOf(store).map(({ href, label }) => html`<li><a href="${href}">${label}</a></li>`)}</ul></div>
</main></noscript>`),
  );
}

/** Returns links to what works without JavaScript, below the base path. */
function linksOf({ isPublic, legalTexts }: PageStore) {
  return [
    ...(isPublic ? [{ href: './fdroid/repo/', label: t`Browse the store’s apps` }] : []),
    { href: './developer-guide.html', label: t`Developer Guide` },
    ...legalTexts.map((kind) => ({ href: `./${legalPath(kind)}`, label: LEGAL_LABELS[kind] })),
  ];
}
