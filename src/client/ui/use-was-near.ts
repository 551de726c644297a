import { type RefObject, useEffect, useRef, useState } from 'react';

/** Returns a ref, and true once its element was on screen or close to it, so that heavy parts can load then. */
export function useWasNear<Shown extends Element>(): [RefObject<Shown | null>, boolean] {
  const element = useRef<Shown>(null);
  const [wasNear, setWasNear] = useState(false);
  useEffect(() => {
    if (wasNear || element.current === null) return;
    const show = () => setWasNear(true);
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) show();
      },
      { rootMargin: '200px 0px' },
    );
    observer.observe(element.current);
    // Paper shows all of the page.
    window.addEventListener('beforeprint', show);
    return () => {
      observer.disconnect();
      window.removeEventListener('beforeprint', show);
    };
  });
  return [element, wasNear];
}
