import { buffer } from 'node:stream/consumers';
import { html, raw } from 'hono/html';
import { isFromRight } from '#shared/languages/direction.ts';
import { t } from '#shared/languages/translate.ts';
import { deriveAccent } from '#shared/settings/accent.ts';
import type { Context } from '../context.ts';
import { type PageLanguage, writeIn } from '../languages.ts';
import type { Email } from '../mail/mail.ts';
import { DamagedObjectError, type Storage } from '../storage/storage.ts';
import { type Branding, readBranding } from './branding.ts';

/** The content of an email: paragraphs, which may have several lines, and at most one link. */
export interface EmailParts {
  /** The language of its texts; English when omitted. */
  readonly language?: PageLanguage;
  readonly to: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
  /** Text below the link: how long it works, and what to do if someone else requested it. */
  readonly footnote: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The name by which the HTML refers to the attached logo (RFC 2392). */
const LOGO_ID = 'logo@quayside';

/** Side of the logo in pixels, as shown. */
const LOGO_SIDE = 36;

/**
 * Renders an email as plain text and as HTML in the store's branding. The logo is attached, because loading it would
 * tell the store who reads the email.
 */
export async function renderEmail(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  parts: EmailParts,
): Promise<Email> {
  const branding = await readBranding(db);
  const logo = branding.logoKey === null ? null : await readLogo(storage, branding.logoKey);
  const { to, subject, headers } = parts;
  return {
    to,
    subject,
    ...(headers && { headers }),
    text: renderText(parts, branding),
    html: writeIn(parts.language ?? 'en', () => renderHtml(parts, branding, logo !== null)),
    ...(logo && {
      attachments: [{ filename: 'logo.png', contentType: 'image/png', cid: LOGO_ID, content: logo }],
    }),
  };
}

/** Returns null for a logo that is missing or damaged: the email matters more. */
async function readLogo(storage: Storage, key: string): Promise<Buffer | null> {
  try {
    const opened = await storage.open(key);
    return opened && (await buffer(opened.stream));
  } catch (error) {
    if (error instanceof DamagedObjectError) return null;
    throw error;
  }
}

function renderText({ paragraphs, action, footnote }: EmailParts, { name, tagline }: Branding): string {
  const link = action ? [`${action.label}: ${action.url}`] : [];
  // Email programs recognise a signature by its two hyphens and a space (RFC 3676, section 4.3).
  const signature = ['-- ', name, ...(tagline === '' ? [] : [tagline])].join('\n');
  return `${[...paragraphs, ...link, footnote, signature].join('\n\n')}\n`;
}

/** Styles are inline, as email programs need them; those with a dark theme also read the style sheet. */
function renderHtml(parts: EmailParts, { name, tagline, accent }: Branding, hasLogo: boolean): string {
  const { language = 'en', paragraphs, action, footnote } = parts;
  const { light, dark } = deriveAccent(accent);
  const darkStyle = `@media (prefers-color-scheme: dark) {
.page { background: #101418 !important; color: #eceff2 !important; }
.card { background: #191e24 !important; }
.quiet { color: #b3bac2 !important; }
.button { background: ${dark.main} !important; color: ${dark.contrastText} !important; }
}`;
  const logo = html`<td style="padding-right:12px"><img src="cid:${LOGO_ID}" alt="" width="${LOGO_SIDE}" height="${LOGO_SIDE}" style="display:block;border-radius:8px"></td>`;
  const button = action
    ? html`<p style="margin:24px 0"><a class="button" href="${action.url}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:${light.main};color:${light.contrastText};font-weight:600;text-decoration:none">${action.label}</a></p>
<p class="quiet" style="margin:16px 0 0;font-size:14px;color:#4c5763;overflow-wrap:anywhere">${t`Or copy this link into your browser:`}<br>${action.url}</p>`
    : '';
  return String(html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<style>${raw(darkStyle)}</style>
</head>
<body class="page" style="margin:0;padding:24px 16px;background:#f5f6f8;color:#14202b;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto">
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse"><tr>
${hasLogo ? logo : ''}
<td style="font-size:18px;font-weight:600"><bdi>${name}</bdi></td>
</tr></table>
<div class="card" style="padding:24px;border-radius:8px;background:#ffffff">
${paragraphs.map((paragraph, at) => html`<p${directionIn(paragraph)} style="margin:${at === 0 ? 0 : 16}px 0 0">${withBreaks(paragraph)}</p>\n`)}
${button}
<p class="quiet" style="margin:16px 0 0;font-size:14px;color:#4c5763;overflow-wrap:anywhere">${withBreaks(footnote)}</p>
</div>
<p class="quiet" style="margin:16px 0 0;font-size:14px;color:#4c5763">${name}${tagline === '' ? '' : html`<br>${tagline}`}</p>
</div>
</body>
</html>
`);
}

/** Returns the direction of a paragraph that people wrote from right to left: not every email program finds it. */
function directionIn(paragraph: string) {
  return isFromRight(paragraph) ? html` dir="rtl"` : '';
}

function withBreaks(text: string) {
  return text.split('\n').map((line, at) => (at === 0 ? line : html`<br>${line}`));
}
