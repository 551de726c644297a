import type { Email } from './mail.ts';

/** The content of an account email: paragraphs and at most one link. */
export interface EmailParts {
  readonly to: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
  /** Text below the link: how long it works, and what to do if someone else requested it. */
  readonly footnote: string;
}

/** Renders an email as plain text and as HTML without external resources. */
export function renderEmail({ to, subject, paragraphs, action, footnote }: EmailParts): Email {
  const text = [...paragraphs, ...(action ? [`${action.label}: ${action.url}`] : []), footnote].join('\n\n');
  const html = [
    '<!doctype html><html lang="en"><body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;max-width:560px">',
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(action
      ? [
          `<p><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1565c0;color:#fff;text-decoration:none">${escapeHtml(action.label)}</a></p>`,
          `<p style="font-size:14px">Or copy this link into your browser:<br>${escapeHtml(action.url)}</p>`,
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
