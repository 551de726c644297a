import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Returns the ref of an element that gets the focus when it shows something else, not at first. */
export function useFocusOnChange<E extends HTMLElement>(shown: unknown): RefObject<E | null> {
  const element = useRef<E>(null);
  const before = useRef(shown);
  // Before the effects of the content, which may focus the field that the address names.
  useLayoutEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    element.current?.focus({ preventScroll: true });
  }, [shown]);
  return element;
}
