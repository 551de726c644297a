import { useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Shows and focuses what the address names: a field of the listing, such as `#summary`, or a section of the editor,
 * such as `#screenshots`. A second visit of the same address does so again.
 */
export function useFieldFocus(): void {
  const location = useLocation();
  useEffect(() => {
    const { hash } = location;
    const named = hash === '' ? null : document.getElementById(hash.slice(1));
    if (named === null) return;
    if (named.tabIndex === -1 && named.hasAttribute('tabindex')) {
      named.scrollIntoView({ block: 'start' });
      named.focus({ preventScroll: true });
      return;
    }
    const control =
      named.querySelector<HTMLElement>('input:not([hidden]), textarea, select') ??
      named.querySelector<HTMLElement>('button');
    named.scrollIntoView({ block: 'center' });
    control?.focus({ preventScroll: true });
  }, [location]);
}
