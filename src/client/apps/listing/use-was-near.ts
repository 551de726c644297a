import { type RefObject, useEffect, useRef, useState } from 'react';

/** Returns a ref, and true once its element was on screen or close to it, so that heavy parts can load then. */
export function useWasNear<Shown extends Element>(): [RefObject<Shown | null>, boolean] {
  const element = useRef<Shown>(null);
  const [wasNear, setWasNear] = useState(false);
  useEffect(() => {
    if (wasNear || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setWasNear(true);
      },
      { rootMargin: '200px 0px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  });
  return [element, wasNear];
}
