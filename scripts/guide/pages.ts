import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A page of the developer guide. Its text is in `pages/NAME.md`, or in a file of `docs`. */
export interface GuidePage {
  readonly name: string;
  /** In the menu. */
  readonly label: string;
  /** Its address below the store's. */
  readonly path: string;
}

const page = (name: string, label: string): GuidePage => ({ name, label, path: `guide/${name}.html` });

/** The address of the start page, which the console opens. */
const START = 'developer-guide.html';

/** All pages, in the order in which they are read. */
export const GUIDE_PAGES: readonly GuidePage[] = [
  { name: 'start', label: 'Start', path: START },
  page('listing', 'Listing'),
  page('packages', 'Packages'),
  page('rules', 'Rules'),
  page('lifecycle', 'Lifecycle'),
  page('rollouts', 'Rollouts'),
  page('feeds', 'Feeds'),
  page('command', 'Command'),
  page('ci', 'CI'),
  page('trusted-publishing', 'Trusted publishing'),
  page('api', 'API'),
  page('faq', 'Questions'),
];

/** Pages that people also read in the repository. */
const IN_DOCS: ReadonlySet<string> = new Set(['trusted-publishing']);

/** The whole guide on one page, for printing. */
export const WHOLE_GUIDE = { name: 'all', label: 'Whole guide', path: 'guide/all.html' } as const;

/** Returns the Markdown of a page as it is written, without what the build generates. */
export function readGuideSource(name: string): string {
  const path = IN_DOCS.has(name) ? `../../docs/${name}.md` : `pages/${name}.md`;
  return readFileSync(join(import.meta.dirname, path), 'utf8');
}
