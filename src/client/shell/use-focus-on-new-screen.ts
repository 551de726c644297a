import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { PAGE_PART_ID } from '#client/components/feedback/focus-handover.ts';

/** The parameters of addresses that choose a view, as `paths` has them; all others filter or prefill one. */
const VIEW_PARAMETERS = ['view', 'tab', 'version', 'listing', 'app', 'invitation', 'show', 'code'] as const;

/**
 * Returns the ref of the element that gets the focus when the screen or its view changes, so that keyboard and screen
 * reader users continue in the new content. Another part of the same page gets it itself. The first screen leaves the
 * focus to the browser.
 */
export function useFocusOnNewScreen() {
  const { pathname, search } = useLocation();
  const parameters = new URLSearchParams(search);
  const view = VIEW_PARAMETERS.map((name) => parameters.get(name)).join('\n');
  const element = useRef<HTMLElement>(null);
  const shown = useRef({ pathname, view });
  // Still that of the screen before: another page with the same path has a part of its own.
  const partBefore = document.getElementById(PAGE_PART_ID);
  // Before the effects of the screen, which may focus the field that the address names, or a heading.
  useLayoutEffect(() => {
    const before = shown.current;
    if (before.pathname === pathname && before.view === view) return;
    shown.current = { pathname, view };
    // A dialog that was opened while the screen loaded keeps the focus.
    if (document.activeElement?.closest('[role="dialog"]')) return;
    const part = before.pathname === pathname ? document.getElementById(PAGE_PART_ID) : null;
    const isSamePage = part !== null && part === partBefore;
    (isSamePage ? part : element.current)?.focus({ preventScroll: true });
  }, [pathname, view, partBefore]);
  return element;
}
