import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The id of the element that gets the focus when a page shows another of its parts. */
export const PAGE_PART_ID = 'page-part';

/**
 * The ref of a control that disappears when it has done its work. If it has the focus then, the part of the page around
 * it gets the focus, else the page, or the next screen: browsers would start again at the top.
 */
export function focusHandover(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined;
  return () => {
    if (element.contains(document.activeElement)) handOver(element);
  };
}

function handOver(element: HTMLElement): void {
  const part = element.closest<HTMLElement>(`#${PAGE_PART_ID}`);
  const focusNext = () => {
    if (document.activeElement !== document.body) return;
    const next = part?.isConnected ? part : document.querySelector('main');
    next?.focus({ preventScroll: true });
  };
  // React removes the element after the cleanup of its ref.
  queueMicrotask(() => {
    focusNext();
    if (document.querySelector('main') === null) whenMainAppears(focusNext);
  });
}

/** Waits for the main part of the next screen, whose script may still load. */
function whenMainAppears(run: () => void): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector('main') === null) return;
    observer.disconnect();
    run();
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

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
