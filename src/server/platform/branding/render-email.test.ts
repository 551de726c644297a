import { expect, test } from 'vitest';
import { t } from '#shared/languages/translate.ts';
import { openTestStore } from '#test/support/store.ts';
import { renderEmail } from './render-email.ts';

/** Everything by which an email program could load something. */
const LOADED = /\b(?:src|srcset|background|poster|data)\s*=\s*\S*"|url\([^)]*\)|@import|<link/g;

test('what people wrote from right to left keeps its direction', async () => {
  await using store = await openTestStore();
  const email = await renderEmail(store, {
    to: 'ada@example.org',
    subject: 'Hello',
    paragraphs: [t`${'مرفأ'} ${'1.1'} was approved.`, 'الإصدار 1.1: إصلاحات.', 'Bug fixes in مرفأ.'],
    footnote: 'Bye',
  });
  const paragraphs = [
    ...(email.html ?? '').matchAll(/<p(?: dir="(\w+)")? style="margin:\d+px 0 0">(.*?)<\/p>/g),
  ];
  expect(paragraphs.map(([, direction, text]) => [direction, text])).toEqual([
    [undefined, '\u2068مرفأ\u2069 1.1 was approved.'],
    ['rtl', 'الإصدار 1.1: إصلاحات.'],
    [undefined, 'Bug fixes in مرفأ.'],
  ]);
  expect(email.html).toMatch(/<bdi>[^<]+<\/bdi><\/td>/);
});

test('an email loads nothing from anywhere: its logo is attached, and texts are no HTML', async () => {
  await using store = await openTestStore();
  await store.storage.put('logos/harbour.png', Buffer.from('picture'));
  await store.pool.query("INSERT INTO store_setup (id, logo_key) VALUES (1, 'logos/harbour.png')");
  const hostile = '<img src="https://elsewhere.example/seen.png">';
  const email = await renderEmail(store, {
    to: 'ada@example.org',
    subject: 'Hello',
    paragraphs: [hostile],
    action: { label: hostile, url: 'https://hub.example.org/quayside/login' },
    footnote: hostile,
  });
  // Escaped texts are shown, and load nothing.
  const tags = [...(email.html ?? '').matchAll(/<[^>]*>|\{[^}]*\}/g)].map(([tag]) => tag).join('\n');
  expect([...tags.matchAll(LOADED)].map(([loaded]) => loaded)).toEqual(['src="cid:logo@quayside"']);
  expect(email.attachments).toMatchObject([{ cid: 'logo@quayside', contentType: 'image/png' }]);
});
