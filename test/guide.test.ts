import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { guideSectionOf } from '#shared/packages/finding.ts';
import { RULE_IDS } from '#shared/packages/rules/catalogue.ts';
import { guideCommands, readCommands } from '#test/support/documented-commands.ts';
import { renderReference } from '../scripts/api-reference/page.ts';
import { GUIDE_PAGES, readGuideSource, WHOLE_GUIDE } from '../scripts/guide/pages.ts';
import { renderGuide } from '../scripts/guide/site.ts';
import { readCatalog } from '../scripts/messages.ts';

const ROOT = join(import.meta.dirname, '..');
const readText = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const { pages, index } = renderGuide(readText('developer-guide.html'), 'static/index.json');

describe('the developer guide', () => {
  test('names buttons and statuses as the interface does', () => {
    const messages = readCatalog('de');
    const labels = GUIDE_PAGES.flatMap(({ name }) =>
      [...readGuideSource(name).matchAll(/\[\[(.+?)\]\]/g)].map(([, label = '']) => label),
    );
    expect(labels.length).toBeGreaterThan(40);
    expect(labels.filter((label) => !Object.hasOwn(messages, label))).toEqual([]);
  });

  test('has only links that lead somewhere', () => {
    const texts = new Map([...pages, ['api-reference.html', renderReference()]]);
    const links = [...pages].flatMap(([page, text]) =>
      [...text.matchAll(/<a [^>]*?href="([^"]+)"/g)].map(([, link = '']) => ({ page, link })),
    );
    const outside =
      /^\.\/(?:dashboard(?:\/api)?|fdroid\/repo\/(?:index-v2\.json)?|catalog\/v1\/openapi\.json|openapi\.json)$/;
    const broken = links.filter(({ link }) => {
      const [path = '', anchor] = link.replace(/^\.\//, '').split('#');
      if (outside.test(link) || /^https:\/\/[\w.-]+\//.test(link)) return false;
      const target = texts.get(path);
      return target === undefined || (anchor !== undefined && !target.includes(` id="${anchor}"`));
    });
    expect(links.length).toBeGreaterThan(300);
    expect(broken).toEqual([]);
  });

  test('has a section for every rule and finding of packages and images', () => {
    expect(RULE_IDS).toEqual(
      expect.arrayContaining(['unreadable', 'checksum', 'upload-expired', 'graphic-ratio']),
    );
    const missing = RULE_IDS.filter((rule) => {
      const [path = '', anchor = ''] = guideSectionOf({ rule }).split('#');
      return !pages.get(path)?.includes(` id="${anchor}"`);
    });
    expect(missing).toEqual([]);
  });

  test('has each anchor once on a page', () => {
    for (const [path, text] of pages) {
      const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect([path, ids.filter((id, at) => ids.indexOf(id) !== at)]).toEqual([path, []]);
    }
  });

  test('leaves only to the server what the server knows', () => {
    const left = [...pages.values()].flatMap((text) => text.match(/\{\{\w+\}\}/g) ?? []);
    expect([...new Set(left)].sort()).toEqual([
      '{{base}}',
      '{{branding}}',
      '{{name}}',
      '{{publicUrl}}',
      '{{store}}',
    ]);
  });

  test('is found by its search, and whole on one page', () => {
    const sections = JSON.parse(index) as { title: string; address: string }[];
    const known = new Set(sections.map(({ address }) => address.replace(/#.*/, '')));
    expect([...known].sort()).toEqual(GUIDE_PAGES.map(({ path }) => path).sort());
    expect(index).not.toMatch(/\{\{\w+\}\}/);
    const whole = pages.get(WHOLE_GUIDE.path);
    for (const { name } of GUIDE_PAGES) expect(whole).toContain(`<article id="${name}">`);
  });
});

test('commands of the guide and of the README are those that tests run', () => {
  // `src/cli/quayside.test.ts` and `test/api-examples.test.ts` run the guide's as they are.
  const unknown = guideCommands().filter(
    (command) => !/^(?:npx "\$\{QUAYSIDE_URL\}cli\.tgz"|curl) /.test(command),
  );
  expect(unknown).toEqual([]);
  // `startWithNpm` and the run of this test do these; both begin with an installed clone.
  expect(readCommands(readText('README.md'))).toEqual(['npm ci && npm start', 'npm ci && npm test']);
  const inline = [...readText('README.md').matchAll(/`(npx [^`]+)`/g)].map(([, command = '']) => command);
  expect(inline.length).toBeGreaterThan(0);
  expect(inline.filter((command) => !guideCommands().some((known) => known.startsWith(command)))).toEqual([]);
});

describe.each(['README.md', 'CONTRIBUTING.md', ...globSync('docs/*.md', { cwd: ROOT })])(
  'links of %s',
  (document) => {
    test('lead to files and headings', () => {
      const links = [...readText(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
      const broken = links.filter((link) => {
        if (/^https:\/\/[\w.-]+\//.test(link)) return false;
        const [path = '', anchor] = link.split('#');
        const target = path === '' ? document : join(dirname(document), path);
        if (!existsSync(join(ROOT, target))) return true;
        return anchor !== undefined && !anchorsOf(readText(target)).has(anchor);
      });
      expect(broken).toEqual([]);
    });
  },
);

/** Returns the anchors that GitHub gives the headings of a document. */
function anchorsOf(markdown: string): ReadonlySet<string> {
  const titles = [...markdown.matchAll(/^#{1,4} (.+)$/gm)].map(([, title = '']) => title.toLowerCase());
  return new Set(titles.map((title) => title.replaceAll(/[^a-z0-9 -]/g, '').replaceAll(' ', '-')));
}
