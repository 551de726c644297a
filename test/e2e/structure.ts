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
    element.querySelector(':scope > caption, :scope > legend')?.textContent ??
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

  const GROUPS =
    'section, fieldset, [role="group"], [role="radiogroup"], [role="progressbar"]:not([aria-hidden="true"])';
  for (const element of [...all(`nav, table, ${GROUPS}`), ...dialogs])
    if (nameOf(element).trim() === '') problems.push(`without a name: ${element.outerHTML.slice(0, 120)}`);
  const navigations = all('nav').map(nameOf);
  if (new Set(navigations).size !== navigations.length)
    problems.push(`same names: ${navigations.join(', ')}`);
  for (const table of all('table'))
    if (!table.querySelector('th[scope]')) problems.push(`a table without headings: ${nameOf(table)}`);
  for (const link of all('nav [aria-current]'))
    if (link.tagName !== 'A') problems.push(`not a link: ${link.outerHTML.slice(0, 120)}`);
  const open = dialogs.at(-1);
  if (open && !open.contains(document.activeElement))
    problems.push(`the focus is outside of "${nameOf(open)}"`);
  return problems;
}

/** Fails unless headings, title, landmarks, tables and dialogs say what they are, and an open dialog has the focus. */
export async function expectStructure(page: Page): Promise<void> {
  expect(await page.evaluate(findStructureProblems)).toEqual([]);
}

/** In the page: the controls that something that stays on screen covers when they get the focus. */
function findCoveredControls(): string[] {
  const scope = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document.querySelector('main');
  const CONTROLS = 'a[href], button, input:not([type="hidden"]), textarea, [tabindex="0"]';
  const controls = [...(scope?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])].filter(
    (control) => control.checkVisibility({ opacityProperty: true }) && control.getClientRects().length > 0,
  );
  // Some of many, in the order of a person who goes back, for whom a bar at the top is in the way.
  const step = Math.ceil(controls.length / 24);
  return controls.toReversed().flatMap((control, index) => {
    if (index % step !== 0 && index !== controls.length - 1) return [];
    control.focus();
    const { left, top, width, height } = control.getBoundingClientRect();
    const shown = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 24));
    for (let bar = shown; bar && !bar.contains(control); bar = bar.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(bar).position))
        return [`${control.outerHTML.slice(0, 80)} is below ${bar.outerHTML.slice(0, 80)}`];
    return [];
  });
}

/** Fails when a bar or a dialog's buttons cover a control that has the focus. */
export async function expectNothingCovered(page: Page): Promise<void> {
  expect(await page.evaluate(findCoveredControls)).toEqual([]);
}
