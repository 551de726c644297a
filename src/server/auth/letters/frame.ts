import type { Letter } from '../../mail.ts';

/** What a letter about an account says: paragraphs, and at most one link to follow. */
export interface LetterContent {
  readonly to: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
  /** Said below the link: how long it works, and what to do when somebody else asked for it. */
  readonly footnote: string;
}

/** Sets a letter as plain text and as HTML without pictures or anything to load from elsewhere. */
export function frameLetter({ to, subject, paragraphs, action, footnote }: LetterContent): Letter {
  const text = [...paragraphs, ...(action ? [`${action.label}: ${action.url}`] : []), footnote].join('\n\n');
  const html = [
    '<!doctype html><html lang="en"><body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;max-width:560px">',
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(action
      ? [
          `<p><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1565c0;color:#fff;text-decoration:none">${escapeHtml(action.label)}</a></p>`,
          `<p style="font-size:14px">Or copy this address into your browser:<br>${escapeHtml(action.url)}</p>`,
        ]
      : []),
    `<p style="font-size:14px">${escapeHtml(footnote)}</p>`,
    '</body></html>',
  ].join('\n');
  return { to, subject, text: `${text}\n`, html };
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
