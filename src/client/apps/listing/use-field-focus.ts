import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Shows and focuses the listing field that the address names, such as `#summary`. */
export function useFieldFocus(): void {
  const { hash } = useLocation();
  useEffect(() => {
    const field = hash === '' ? null : document.getElementById(hash.slice(1));
    if (field === null) return;
    const control =
      field.querySelector<HTMLElement>('input:not([hidden]), textarea, select') ??
      field.querySelector<HTMLElement>('button');
    field.scrollIntoView({ block: 'center' });
    control?.focus({ preventScroll: true });
  }, [hash]);
}
