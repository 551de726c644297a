import { expect, type Page } from '@playwright/test';

/** In the page: what keeps people who can't see it from finding their way. */
function findStructureProblems(): string[] {
  const problems: string[] = [];
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  const nameOf = (element: HTMLElement) =>
    element.getAttribute('aria-label') ??
    element
      .getAttribute('aria-labelledby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ') ??
    element.querySelector('caption')?.textContent ??
    '';

  const dialogs = all('[role="dialog"], [role="alertdialog"]');
  const headings = all('h1, h2, h3, h4, h5, h6').filter((heading) => !heading.closest('[role="dialog"]'));
  const titles = headings.filter(({ tagName }) => tagName === 'H1');
  if (titles.length !== 1) problems.push(`${titles.length} headings of the first level`);
  if (headings[0] !== titles[0])
    problems.push(`"${headings[0]?.textContent}" comes before the page's heading`);
  const title = titles[0]?.textContent ?? '';
  if (!document.title.includes(title))
    problems.push(`the window's title "${document.title}" lacks "${title}"`);

  const mains = all('main');
  if (mains.length !== 1) problems.push(`${mains.length} main landmarks`);
  const part = document.querySelector('nav a[aria-current="page"][data-part]')?.textContent ?? '';
  if (!document.title.includes(part)) problems.push(`the window's title "${document.title}" lacks "${part}"`);

  for (const element of [...all('nav, table, section[tabindex]'), ...dialogs])
    if (nameOf(element).trim() === '') problems.push(`without a name: ${element.outerHTML.slice(0, 120)}`);
  const navigations = all('nav').map(nameOf);
  if (new Set(navigations).size !== navigations.length)
    problems.push(`same names: ${navigations.join(', ')}`);
  const open = dialogs.at(-1);
  if (open && !open.contains(document.activeElement))
    problems.push(`the focus is outside of "${nameOf(open)}"`);
  return problems;
}

/** Fails unless headings, title, landmarks, tables and dialogs say what they are, and an open dialog has the focus. */
export async function expectStructure(page: Page): Promise<void> {
  expect(await page.evaluate(findStructureProblems)).toEqual([]);
}
