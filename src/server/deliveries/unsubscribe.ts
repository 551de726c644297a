import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { SwitchableKind } from '#shared/notifications/preferences.ts';
import type { Context } from '../context.ts';
import { pageHeaders } from '../security-headers.ts';
import { readUnsubscription } from './unsubscribe-token.ts';

const WORDS: Record<SwitchableKind, string> = {
  appUpdates: 'mails about app updates',
  approvalNotifications: 'mails about reviews of your apps',
  systemAnnouncements: 'announcements by mail',
};

/**
 * `{base}unsubscribe`, to which the links in mails lead, without signing in. A mail program's one click is a POST
 * (RFC 8058); a person's click shows one button, because programs that look through mails follow every link.
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
      page(html`<p>Do you want no more ${WORDS[found.kind]}? You still find everything in the store, and can switch these mails on again in your settings.</p>
        <form method="post" action="?token=${token}"><button>Stop these mails</button></form>`),
    );
  });

  app.post('/', async (c) => {
    const found = readUnsubscription(c.req.query('token') ?? '', context.secret);
    if (!found) return c.html(unknownLink(), 400);
    await mute(context, found.uid, `${found.kind}.email`);
    return c.html(page(html`<p>Done: you get no more ${WORDS[found.kind]}.</p>`));
  });
  return app;
}

async function mute({ db }: Context, uid: string, kindChannel: string): Promise<void> {
  await db.execute(sql`
    INSERT INTO notification_preferences AS p (user_id, muted)
    SELECT uid, ARRAY[${kindChannel}] FROM users WHERE uid = ${uid}
    ON CONFLICT (user_id) DO UPDATE SET muted = p.muted || excluded.muted
    WHERE NOT p.muted @> excluded.muted`);
}

function unknownLink() {
  return page(
    html`<p>This link is not complete. Copy the whole address from the mail, or switch mails off in your settings.</p>`,
  );
}

function page(content: ReturnType<typeof html>) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Mails from the store</title>
      </head>
      <body>
        <h1>Mails from the store</h1>
        ${content}
      </body>
    </html>`;
}
