import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * The ref of the element that takes the focus when the screen changes, so that keyboard and screen reader go on in the
 * new content. The first screen leaves the focus where the browser puts it.
 */
export function useFocusOnNewScreen() {
  const { pathname } = useLocation();
  const element = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    element.current?.focus({ preventScroll: true });
  }, [pathname]);
  return element;
}
