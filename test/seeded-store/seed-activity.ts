import sharp from 'sharp';
import type { Person } from '#test/support/people.ts';

const DOWNLOADS = 5;
const TEXTS = {
  'en-US': {
    name: 'Harbour',
    summary: 'Tides, moorings and the weather at sea',
    description:
      'Harbour shows when the water comes and goes, and where you may tie up.\n\n* **Tides** for 400 harbours, also without a connection\n* **Moorings** with depth and price\n* No account, no advertising',
    whatsNew: 'The table of tides opens at today.',
  },
  de: {
    name: 'Harbour',
    summary: 'Gezeiten, Liegeplätze und das Wetter auf See',
    description: 'Harbour zeigt, wann das Wasser kommt und geht, und wo man festmachen darf.',
    whatsNew: '',
  },
};

/** Gives a published app texts in two languages, pictures, an invitation and downloads. */
export async function seedActivity(url: string, owner: Person, appId: string): Promise<void> {
  for (const [locale, listing] of Object.entries(TEXTS)) {
    const { listings } = await owner.call('apps.getListing', { appId });
    const revision = listings.find((one) => one.locale === locale)?.revision ?? 0;
    await owner.call('apps.updateListing', { appId, locale, listing, revision });
  }
  for (const ground of ['#0d47a1', '#00695c', '#4527a0']) await addScreenshot(url, owner, { appId, ground });
  await owner.call('members.invite', { appId, email: 'crew@brandt.example', role: 'maintainer' });
  const { versions } = await owner.call('apps.get', { appId });
  const path = versions.find(({ downloadPath }) => downloadPath !== null)?.downloadPath ?? '';
  for (let count = 0; count < DOWNLOADS; count += 1) await (await fetch(new URL(path, url))).arrayBuffer();
}

async function addScreenshot(
  url: string,
  owner: Person,
  { appId, ground }: { appId: string; ground: string },
): Promise<void> {
  const body = await sharp({ create: { width: 540, height: 960, channels: 3, background: ground } })
    .png()
    .toBuffer();
  const response = await fetch(`${url}graphics/${appId}/en-US/phoneScreenshots`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${owner.token}` },
    body: new Uint8Array(body),
  });
  if (!response.ok) throw new Error(`The screenshot was rejected: ${await response.text()}`);
}
