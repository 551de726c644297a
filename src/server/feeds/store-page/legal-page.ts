import { html, raw } from 'hono/html';
import { messageLanguage, t } from '#shared/languages/translate.ts';
import { LEGAL_LABELS, type LegalKind, legalPath, standardTerms } from '#shared/settings/legal.ts';
import type { Context } from '../../platform/context.ts';
import { readLegalText } from '../../platform/legal/legal-texts.ts';
import { type ChosenPage, ofStore } from './choose-page.ts';
import { lowerHeadings, type Markup, type Store, textIn } from './layout.ts';

interface LegalRequest {
  readonly store: Store;
  /** The visitor's languages, the preferred one first. */
  readonly wanted: readonly string[];
  readonly kind: LegalKind;
}

/** Reads the page of a legal text. The standard terms have one, too. */
export async function chooseLegalPage(
  { db }: Context,
  { store, wanted, kind }: LegalRequest,
): Promise<ChosenPage> {
  const text = await readLegalText(db, kind, wanted);
  const isThere = text !== null || kind === 'terms';
  return {
    status: isThere ? 200 : 404,
    render: () => {
      const label = LEGAL_LABELS[kind];
      const title = isThere ? label : t`This store hasn’t published this text`;
      return {
        ...ofStore(store),
        title: `${title} – ${store.name}`,
        description: t`${label} of ${store.name}`,
        address: `${store.publicUrl}${legalPath(kind)}`,
        feed: null,
        content: isThere
          ? renderText(
              label,
              text ?? { language: messageLanguage(), html: String(html`<p>${standardTerms()}</p>`) },
            )
          : html`<div class="intro"><h1>${title}</h1><p>${t`Ask store staff for it.`}</p></div>`,
      };
    },
  };
}

function renderText(title: string, text: { readonly language: string; readonly html: string }): Markup {
  return html`<article class="card legal"><h1>${title}</h1>
<div class="text" ${textIn(text.language)}>${raw(lowerHeadings(text.html, 2))}</div></article>`;
}
