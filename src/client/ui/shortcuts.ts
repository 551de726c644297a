import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';

/** A key that does something on the current page. */
export interface Shortcut {
  /** As `KeyboardEvent.key` has it, letters in lower case. */
  readonly key: string;
  readonly does: string;
  readonly run: () => void;
}

const active = new Set<RefObject<readonly Shortcut[]>>();

/** Returns the shortcuts of everything on the page, for the list of them. */
export function activeShortcuts(): readonly Shortcut[] {
  return [...active].flatMap(({ current }) => current);
}

/** Runs shortcuts while the component is on the page. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  useLayoutEffect(() => {
    latest.current = shortcuts;
  });
  useLayoutEffect(() => {
    active.add(latest);
    return () => {
      active.delete(latest);
    };
  }, []);
  useKeydown((event) => {
    if (!isForPage(event)) return;
    const pressed = shortcuts.find(({ key }) => key === event.key.toLowerCase());
    if (!pressed) return;
    event.preventDefault();
    pressed.run();
  });
}

/** Calls `onKeydown` for each key pressed on the page while the component is on it. */
export function useKeydown(onKeydown: (event: KeyboardEvent) => void): void {
  const handleKeydown = useEffectEvent(onKeydown);
  // Before the paint, so that no key is lost that is pressed at first sight.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => handleKeydown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

const TYPED_INTO =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=dialog] *, [role=menu] *';

/** Returns true when a key is meant for the page: not typed into a field or a dialog, or part of a browser shortcut. */
export function isForPage({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !(target instanceof Element && target.matches(TYPED_INTO)) && !ctrlKey && !metaKey && !altKey;
}
