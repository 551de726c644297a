import { useEffect, useState } from 'react';
import { SECTIONS, type SectionId } from './sections.ts';

/** The share of the window's height above which a section counts as being read. */
const READING_LINE = 0.4;

/** Returns the section that is on screen, following the scrolling. */
export function useCurrentSection(): SectionId {
  const [current, setCurrent] = useState<SectionId>(SECTIONS[0].id);
  useEffect(() => {
    let frame = 0;
    const follow = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setCurrent(findCurrent()));
    };
    follow();
    window.addEventListener('scroll', follow, { passive: true });
    window.addEventListener('resize', follow);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', follow);
      window.removeEventListener('resize', follow);
    };
  }, []);
  return current;
}

function findCurrent(): SectionId {
  const { scrollHeight } = document.documentElement;
  const topOf = (id: string) => document.getElementById(id)?.getBoundingClientRect().top ?? Infinity;
  // The last sections never reach the reading line; the address tells which of them was chosen.
  if (window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 2) {
    const chosen = SECTIONS.find(({ id }) => `#${id}` === window.location.hash);
    const isOnScreen = chosen !== undefined && topOf(chosen.id) > 0;
    return isOnScreen ? chosen.id : (SECTIONS.at(-1)?.id ?? SECTIONS[0].id);
  }
  const line = window.innerHeight * READING_LINE;
  return SECTIONS.findLast(({ id }) => topOf(id) <= line)?.id ?? SECTIONS[0].id;
}
