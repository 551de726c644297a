import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Returns the ref of the element that gets the focus when the screen changes, so that keyboard and screen reader
 * users continue in the new content. The first screen leaves the focus to the browser.
 */
export function useFocusOnNewScreen() {
  const { pathname } = useLocation();
  const element = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A dialog that was opened while the screen loaded keeps the focus.
    if (document.activeElement?.closest('[role="dialog"]')) return;
    element.current?.focus({ preventScroll: true });
  }, [pathname]);
  return element;
}
