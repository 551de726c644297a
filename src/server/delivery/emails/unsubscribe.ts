import { Hono } from 'hono';
import { html } from 'hono/html';
import { NOTIFICATION_KINDS } from '#shared/notifications/preferences.ts';
import { pageHeaders } from '../../http/security-headers.ts';
import type { Context } from '../../platform/context.ts';
import { muteKind } from '../notifications/preferences.ts';
import { readUnsubscription } from './unsubscribe-token.ts';

/**
 * Serves `{base}unsubscribe`, the target of the links in emails, without signing in. An email program's one click is
 * a POST (RFC 8058); a user's click shows a button, because programs that scan emails follow every link.
 */
export function createUnsubscribe(context: Context) {
  const app = new Hono();
  app.use(pageHeaders);
  app.use(async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
  });

  app.get('/', (c) => {
    const token = c.req.query('token') ?? '';
    const found = readUnsubscription(token, context.secret);
    if (!found) return c.html(unknownLink(), 400);
    return c.html(
      unsubscribePage(html`<p>Stop getting ${NOTIFICATION_KINDS[found.kind].emails()}? You’ll still see everything in the store, and can turn these emails back on in your settings.</p>
        <form method="post" action="?token=${token}"><button>Stop these emails</button></form>`),
    );
  });

  app.post('/', async (c) => {
    const found = readUnsubscription(c.req.query('token') ?? '', context.secret);
    if (!found) return c.html(unknownLink(), 400);
    await muteKind(context.db, found.uid, `${found.kind}.email`);
    return c.html(
      unsubscribePage(html`<p>Done. You won’t get ${NOTIFICATION_KINDS[found.kind].emails()} anymore.</p>`),
    );
  });
  return app;
}

function unknownLink() {
  return unsubscribePage(
    html`<p>This link is incomplete. Copy the whole link from the email, or turn off emails in your settings.</p>`,
  );
}

function unsubscribePage(content: ReturnType<typeof html>) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Emails from the store</title>
      </head>
      <body>
        <h1>Emails from the store</h1>
        ${content}
      </body>
    </html>`;
}
