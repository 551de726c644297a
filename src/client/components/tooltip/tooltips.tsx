import { type ComponentType, useEffect, useState } from 'react';
import { loadChunk } from '#client/backend/load-chunk.ts';
import { TOOLTIP_ATTRIBUTE } from '#client/ui/tooltip.ts';

/** In milliseconds, those of MUI. */
const HOVER_DELAY_MS = 100;
const PRESS_MS = 700;
const SHOWN_AFTER_PRESS_MS = 1500;

/**
 * Shows the tooltips of all elements (see `tooltip`): while the pointer is over the element or its tooltip, while the
 * element has the focus of the keyboard, and after a long press. Escape hides them (WCAG 2.2, success criterion 1.4.13).
 */
export function Tooltips() {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const [Bubble, setBubble] = useState<ComponentType<{ anchor: Element }>>();
  useEffect(() => followAnchors(setAnchor), []);
  // Not when the first one is shown: by then the files may have been replaced, and the page would be loaded again.
  useEffect(() => {
    loadChunk('tooltip-bubble', () => import('./tooltip-bubble.tsx')).then(
      ({ TooltipBubble }) => setBubble(() => TooltipBubble),
      // Nobody needs them, and most of the texts are descriptions as well.
      () => undefined,
    );
  }, []);
  return anchor !== null && Bubble !== undefined && <Bubble anchor={anchor} />;
}

/** Tells which element to show a tooltip at, null for none. Returns a function that ends it. */
function followAnchors(show: (anchor: Element | null) => void): () => void {
  let hovered: Element | null = null;
  let focused: Element | null = null;
  let timer: number | undefined;
  const listeners = new AbortController();
  const { signal } = listeners;

  function update(next: { hovered?: Element | null; focused?: Element | null }, delayMs = 0) {
    ({ hovered, focused } = { hovered, focused, ...next });
    window.clearTimeout(timer);
    const showNow = () => show(hovered ?? focused);
    if (delayMs === 0) showNow();
    else timer = window.setTimeout(showNow, delayMs);
  }

  document.addEventListener(
    'pointerover',
    ({ target, pointerType }) => {
      if (pointerType === 'touch' || isTooltip(target)) return;
      const anchor = anchorOf(target);
      if (anchor !== hovered) update({ hovered: anchor }, anchor === null ? 0 : HOVER_DELAY_MS);
    },
    { signal },
  );
  document.documentElement.addEventListener(
    'pointerleave',
    ({ pointerType }) => {
      if (pointerType !== 'touch') update({ hovered: null });
    },
    { signal },
  );

  document.addEventListener(
    'pointerdown',
    ({ target, pointerType }) => {
      if (pointerType === 'touch') update({ hovered: anchorOf(target) }, PRESS_MS);
    },
    { signal },
  );
  document.addEventListener(
    'pointerup',
    ({ pointerType }) => {
      if (pointerType === 'touch') update({ hovered: null }, SHOWN_AFTER_PRESS_MS);
    },
    { signal },
  );
  document.addEventListener('pointercancel', () => update({ hovered: null }), { signal });

  document.addEventListener(
    'focusin',
    ({ target }) => {
      const anchor = anchorOf(target);
      if (anchor?.matches(':focus-visible')) update({ focused: anchor }, HOVER_DELAY_MS);
    },
    { signal },
  );
  document.addEventListener('focusout', () => focused !== null && update({ focused: null }), { signal });

  document.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Escape') update({ hovered: null, focused: null });
    },
    { signal },
  );
  return () => {
    window.clearTimeout(timer);
    listeners.abort();
  };
}

function anchorOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(`[${TOOLTIP_ATTRIBUTE}]`) : null;
}

function isTooltip(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="tooltip"]') !== null;
}
