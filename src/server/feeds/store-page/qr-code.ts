import { html } from 'hono/html';
import { drawQrCode } from '#shared/qr-code.ts';
import type { Markup } from './layout.ts';

/** A store has one link for F-Droid clients and one for each AltStore source. */
const MAX_KEPT = 4;

type Drawn = ReturnType<typeof drawQrCode>;

/** The drawn codes by their links, because drawing one takes longer than the rest of the page. */
const kept = new Map<string, Promise<Drawn>>();

/** Returns the picture of a link's QR code. The library is loaded with the first one. */
export async function qrCode(link: string, label: string): Promise<Awaited<Markup>> {
  let drawn = kept.get(link);
  if (!drawn) {
    if (kept.size >= MAX_KEPT) kept.clear();
    drawn = drawCode(link);
    kept.set(link, drawn);
  }
  const { side, path } = await drawn;
  return html`<svg class="code" viewBox="0 0 ${side} ${side}" width="220" height="220" shape-rendering="crispEdges" role="img" aria-label="${label}"><path d="${path}" fill="#000"/></svg>`;
}

async function drawCode(link: string): Promise<Drawn> {
  const { create } = await import('qrcode');
  return drawQrCode(create(link, { errorCorrectionLevel: 'M' }).modules);
}
