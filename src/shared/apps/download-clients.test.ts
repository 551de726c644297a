import { expect, test } from 'vitest';
import { recogniseClient } from './download-clients.ts';

test.each([
  ['F-Droid 1.23.1', 'fdroid'],
  ['Droid-ify/0.6.6-release', 'droidify'],
  ['Neo-Store/1.1.2', 'neostore'],
  ['Neo Store 1.0', 'neostore'],
  ['AltStore/2.2 CFNetwork/1568.100.1 Darwin/24.0.0', 'altstore'],
  ['AltStore%20PAL/1 CFNetwork/1568.100.1 Darwin/24.0.0', 'altstore'],
  ['SideStore/0.6 CFNetwork/1568.100.1 Darwin/24.0.0', 'sidestore'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', 'browser'],
  ['curl/8.5.0', 'other'],
  ['', 'other'],
  ['My F-Droid', 'other'],
] as const)('%j is %s', (userAgent, client) => {
  expect(recogniseClient(userAgent)).toBe(client);
});
