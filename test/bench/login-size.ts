import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, ensureChromium } from '../../scripts/chromium.ts';
import { startMeasuredServer } from './measured-server.ts';
import type { BenchRow } from './row.ts';

const CLIENT = join(import.meta.dirname, '../../dist/client');
const LIMIT_KB = 200;

/** The JavaScript that a real browser fetches until /login is shown and quiet, gzipped. */
export async function benchLoginSize(): Promise<BenchRow[]> {
  await using server = await startMeasuredServer();
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGUMENTS });
  try {
    const page = await browser.newPage();
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await page.goto(`${server.url}login`, { waitUntil: 'networkidle' });
    const sizes = await Promise.all(
      scripts.map(async (url) => gzipSync(await readFile(join(CLIENT, url.slice(server.url.length)))).length),
    );
    const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1024;
    return [
      { name: 'scripts of /login', value: scripts.length, unit: 'files' },
      {
        name: 'JavaScript to show /login, gzipped',
        value: kilobytes,
        unit: 'KB',
        goal: `at most ${LIMIT_KB} KB`,
        ok: scripts.length > 0 && kilobytes <= LIMIT_KB,
      },
    ];
  } finally {
    await browser.close();
  }
}
