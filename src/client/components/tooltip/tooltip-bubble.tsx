import Tooltip from '@mui/material/Tooltip';
import { useSyncExternalStore } from 'react';
import { TOOLTIP_ATTRIBUTE } from '#client/ui/tooltip.ts';

/** Shows an element's tooltip at the element, as long as it has one and is on the page. */
export function TooltipBubble({ anchor }: { anchor: Element }) {
  const text = useSyncExternalStore(subscribeToPage, () =>
    anchor.isConnected ? anchor.getAttribute(TOOLTIP_ATTRIBUTE) : null,
  );
  if (text === null) return null;
  return (
    <Tooltip open title={text} slotProps={{ popper: { anchorEl: anchor } }}>
      <span hidden />
    </Tooltip>
  );
}

/** Calls back when tooltips change, or elements come or go. */
function subscribeToPage(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { attributeFilter: [TOOLTIP_ATTRIBUTE], childList: true, subtree: true });
  return () => observer.disconnect();
}
