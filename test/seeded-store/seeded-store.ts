import { standardTerms } from '#shared/settings/legal.ts';
import { makeIdentity } from '#test/support/apk-signer.ts';
import { buildPackage } from '#test/support/build-package.ts';
import type { People, Person } from '#test/support/people.ts';
import { uploadPackage, waitForPublication } from '#test/support/uploads.ts';
import { changeListing } from './change-listing.ts';
import { drawIcon } from './icons.ts';
import { seedActivity } from './seed-activity.ts';
import { addTrustedPublishers } from './trusted-publishers.ts';

/** The people and things in the store, for the screenshots and for the tests that visit every screen. */
export interface SeededStore {
  readonly admin: Person;
  readonly publisher: Person;
  readonly visitor: Person;
  /** Signed up, onboarding not done. */
  readonly newcomer: Person;
  /** Onboarded, with an address that is not confirmed. */
  readonly unconfirmed: Person;
  readonly publishedApp: string;
  readonly rejectedApp: string;
  readonly invalidVersion: { appId: string; versionId: string };
  readonly waitingVersion: string;
  /** Put on hold by staff. */
  readonly heldApp: string;
  readonly unfinishedUpload: { appId: string; versionId: string };
}

const ICONS = {
  Harbour: {
    from: '#0d47a1',
    to: '#26a69a',
    sign: '<path d="M72 40v62M48 58h48M40 84c4 14 16 20 32 20s28-6 32-20"/><circle cx="72" cy="32" r="8"/>',
  },
  Lantern: { from: '#e65100', to: '#fbc02d', sign: '<path d="M52 56h40v44H52zM60 56V42h24v14M72 70v16"/>' },
  Compass: {
    from: '#4a148c',
    to: '#7e57c2',
    sign: '<circle cx="72" cy="72" r="38"/><path d="M86 58l-8 20-20 8 8-20z"/>',
  },
  Sextant: { from: '#37474f', to: '#90a4ae', sign: '<path d="M40 100h64L72 40zM52 84h40"/>' },
  Sounder: {
    from: '#263238',
    to: '#4dd0e1',
    sign: '<path d="M36 60c12-12 60-12 72 0M72 64v40l-10-14M72 104l10-14"/>',
  },
  Skylark: {
    from: '#01579b',
    to: '#4fc3f7',
    sign: '<path d="M34 86c20 4 28-16 38-32 6 18 18 26 38 22-14 18-38 30-76 10z"/>',
  },
  Almanac: {
    from: '#1b5e20',
    to: '#8bc34a',
    sign: '<path d="M44 48h56v54H44zM44 64h56M58 38v16M86 38v16"/>',
  },
} as const;

/** Fills a small store through the real calls: publishers, apps in every state, a queue, decisions. */
export async function createSeededStore(server: People & { readonly url: string }): Promise<SeededStore> {
  const admin = await server.admin();
  const publisher = await server.onboard({
    email: 'ada@brandt.example',
    name: 'Ada Brandt',
    developer: { name: 'Brandt & Daughters', type: 'organisation' },
  });
  const other = await server.onboard({
    email: 'team@northlight.example',
    name: 'Kofi Mensah',
    developer: { name: 'Northlight', type: 'organisation' },
  });
  const jonas = { name: 'Jonas Weber', type: 'individual' } as const;
  const visitor = await server.onboard(
    { email: 'jonas@mail.example', name: jonas.name, developer: jonas },
    'browse',
  );
  const newcomer = await server.signUp({ email: 'mira@mail.example', name: 'Mira Novak' });
  const unconfirmed = await server.signUp({ email: 'lena@mail.example', name: 'Lena Ortiz' });
  await unconfirmed.call('users.completeOnboarding', {
    displayName: unconfirmed.name,
    developerName: unconfirmed.name,
    developerType: 'individual',
    intent: 'publish',
    acceptTerms: true,
  });

  const icons = new Map<string, Buffer>();
  for (const [name, look] of Object.entries(ICONS)) icons.set(name, await drawIcon(look));
  const signer = makeIdentity('RSA', { name: 'Brandt & Daughters' });
  const otherSigner = makeIdentity('EC', { name: 'Northlight' });

  const packageOf = (name: keyof typeof ICONS, from = 'plain', versionName = '1.0') =>
    buildPackage({
      from,
      name,
      versionName,
      icon: icons.get(name),
      signer: name === 'Skylark' || name === 'Almanac' ? otherSigner : signer,
    });

  const createApp = async (owner: Person, name: keyof typeof ICONS, summary: string) => {
    const applicationId = `org.example.${name.toLowerCase()}`;
    const { app } = await owner.call('apps.create', { platform: 'android', applicationId, name, summary });
    await server.completeListing(app.id);
    return app.id;
  };

  const harbour = await createApp(publisher, 'Harbour', 'Tides, moorings and the weather at sea');
  const { id: first } = await uploadPackage(publisher, {
    appId: harbour,
    fileName: 'harbour-1.0.apk',
    bytes: packageOf('Harbour'),
  });
  await publisher.call('versions.submit', { versionId: first });
  await admin.call('reviews.approve', {
    versionId: first,
    note: 'Welcome to the store. Clear texts, few permissions.',
  });
  await waitForPublication(publisher, first);
  await seedActivity(server.url, publisher, harbour);
  await changeListing({ appId: harbour, owner: publisher });
  await addTrustedPublishers({ appId: harbour, owner: publisher, admin });
  const { id: second } = await uploadPackage(publisher, {
    appId: harbour,
    fileName: 'harbour-1.1.apk',
    bytes: packageOf('Harbour', 'added-permission', '1.1'),
  });
  await publisher.call('versions.submit', { versionId: second });

  const lantern = await createApp(publisher, 'Lantern', 'A reading light for the small hours');
  const { id: rejected } = await uploadPackage(publisher, {
    appId: lantern,
    fileName: 'lantern.apk',
    bytes: packageOf('Lantern', 'plain', '2.0'),
  });
  await publisher.call('versions.submit', { versionId: rejected });
  await admin.call('reviews.reject', {
    versionId: rejected,
    reason:
      'The summary promises offline use, but the app shows nothing without a connection.\nEither bundle the pages or say in the summary that it needs the network.',
  });

  const compass = await createApp(publisher, 'Compass', 'Finds north, and your way back');
  const { id: invalid } = await uploadPackage(publisher, {
    appId: compass,
    fileName: 'compass-debug.apk',
    bytes: packageOf('Compass', 'debuggable', '0.9'),
  });

  const skylark = await createApp(other, 'Skylark', 'Knows the bird that you hear');
  const { id: waiting } = await uploadPackage(other, {
    appId: skylark,
    fileName: 'skylark-4.2.apk',
    bytes: packageOf('Skylark', 'plain', '4.2'),
  });
  await other.call('versions.submit', { versionId: waiting });

  const sextant = await createApp(other, 'Sextant', 'Where you are, from the sun');
  await admin.call('holds.create', {
    subject: 'app',
    subjectId: sextant,
    kind: 'impersonation',
    reason: 'Its name and icon are those of another app. Show us that it’s yours, or change them.',
    note: 'Reported by the makers of the other app.',
    reviewAt: daysFromNow(14),
  });

  await addStops({ admin, skylark, sounder: await createApp(other, 'Sounder', 'How deep the water is') });

  const almanac = await createApp(publisher, 'Almanac', 'What grows when, for your garden');
  const { version: unfinished } = await publisher.call('versions.create', {
    appId: almanac,
    fileName: 'almanac-3.0.apk',
    size: 48_200_000,
  });

  await admin.call('notifications.announce', {
    title: 'The store is read-only on Sunday',
    message: 'From 06:00 to 07:00 UTC nothing can be uploaded. Downloads go on.',
  });

  await admin.call('settings.update', {
    settings: {
      review: { updates: 'review', staleClaimHours: 48 },
      limits: { packageMegabytes: 1024, screenshots: 8 },
    },
  });
  await admin.call('settings.setLegalTexts', {
    texts: {
      termsVersion: '2',
      languages: [
        {
          language: 'en',
          terms: `${standardTerms()}\n\n- Answer people who write to you.\n- Say what your app sends, and **where to**.`,
          imprint: '**Harbour Apps**\n\nPier 4, Example Harbour\n\n<hello@example.org>',
          privacy:
            '## What is kept\n\nDownloads are counted without names. [Ask us](mailto:privacy@example.org).',
        },
        {
          language: 'de',
          terms:
            'Veröffentliche nur, was du veröffentlichen darfst.\n\n- Antworte, wenn dir jemand schreibt.',
          imprint: '**Harbour Apps**\n\nPier 4, Beispielhafen\n\n<hello@example.org>',
          privacy: '',
        },
      ],
    },
    before: 1,
  });

  return {
    admin,
    publisher,
    visitor,
    newcomer,
    unconfirmed,
    publishedApp: harbour,
    rejectedApp: lantern,
    invalidVersion: { appId: compass, versionId: invalid },
    waitingVersion: second,
    heldApp: sextant,
    unfinishedUpload: { appId: almanac, versionId: unfinished.id },
  };
}

const DAY_MS = 86_400_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

/** Adds an overdue hold and one that was lifted, and the same for blocked uploads. */
async function addStops({ admin, ...apps }: { admin: Person; skylark: string; sounder: string }) {
  await admin.call('holds.create', {
    subject: 'app',
    subjectId: apps.sounder,
    kind: 'legal',
    reason: 'A court has asked us to stop distributing it until the question of its name is settled.',
    reviewAt: daysFromNow(-3),
  });
  const { hold } = await admin.call('holds.create', {
    subject: 'app',
    subjectId: apps.skylark,
    kind: 'malware',
    reason: 'Two scanners report a trojan in its native library.',
    reviewAt: daysFromNow(14),
  });
  await admin.call('holds.lift', {
    holdId: hold.id,
    reason: 'A false alarm: the scanners have corrected their signatures.',
  });
  const stop = { kind: 'malware', reviewAt: daysFromNow(14) } as const;
  const [certificate, file] = ['5f', 'c4'].map((pair) => pair.repeat(32)) as [string, string];
  await admin.call('stops.apply', {
    ...stop,
    by: 'certificate',
    value: certificate,
    reason: 'The key was published with the source code of its app.',
    note: 'The publisher knows.',
  });
  await admin.call('stops.apply', {
    ...stop,
    by: 'file',
    value: file,
    reason: 'Asks for money to unlock the screen.',
  });
  const { blocks } = await admin.call('blocks.list', {});
  await admin.call('blocks.lift', {
    blockId: blocks.find(({ value }) => value === file)?.id ?? '',
    reason: 'It was a screen saver.',
  });
}
