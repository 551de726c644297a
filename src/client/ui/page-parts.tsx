import ChevronLeftIcon from '@mui/icons-material/ChevronLeft';
import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { type ComponentType, type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react';

interface PartLink<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly href: string;
}

/** The parts of a page with their own addresses. */
export interface PageParts<Name extends string = string> {
  /** The name of the navigation for screen readers. */
  readonly label: string;
  readonly current: Name;
  readonly links: readonly PartLink<Name>[];
}

interface PartRecord<Props> {
  readonly label: string;
  readonly Part: ComponentType<Props>;
}

/** Returns the part of a page that its address asks for, else the first one, and the links to all parts. */
export function choosePart<Name extends string, Props>(
  parts: Readonly<Record<Name, PartRecord<Props>>>,
  asked: string | null,
  hrefOf: (name: Name) => string,
) {
  const links = (Object.keys(parts) as Name[]).map(
    (name): PartLink<Name> => ({ name, label: parts[name].label, href: hrefOf(name) }),
  );
  const { name: current } = links.find(({ name }) => name === asked) ?? (links[0] as PartLink<Name>);
  return { current, links, Part: parts[current].Part };
}

/** Shows links to the parts of a page; belongs above a `PagePart`. Where the row is cut off, an arrow scrolls it. */
export function PartLinks({ label, current, links }: PageParts) {
  const list = useRef<HTMLUListElement>(null);
  const hidden = useHiddenEnds(list, links.length);
  useEffect(() => {
    const link = list.current?.querySelector(`[data-part="${current}"]`);
    if (!link) return;
    // Also when the font arrives, which makes the links wider.
    const observer = new ResizeObserver(() =>
      link.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' }),
    );
    for (const { firstElementChild } of link.closest('ul')?.children ?? [])
      if (firstElementChild) observer.observe(firstElementChild);
    return () => observer.disconnect();
  }, [current]);

  function scroll(direction: 1 | -1) {
    const width = list.current?.clientWidth ?? 0;
    list.current?.scrollBy({ left: (width - 2 * ARROW_WIDTH) * direction });
  }

  return (
    <Box
      component="nav"
      aria-label={label}
      sx={{ position: 'relative', mb: 3, borderBottom: 1, borderColor: 'divider' }}
    >
      <Box component="ul" ref={list} sx={[PART_LIST, fadeOf(hidden)]}>
        {links.map(({ name, label: partLabel, href }) => (
          <li key={name}>
            <ButtonBase
              href={href}
              data-part={name}
              {...(name === current && { 'aria-current': 'page' as const })}
              onFocus={showFocused}
              sx={PART_LINK}
            >
              {partLabel}
            </ButtonBase>
          </li>
        ))}
      </Box>
      {hidden.start && <Arrow side="left" onClick={() => scroll(-1)} />}
      {hidden.end && <Arrow side="right" onClick={() => scroll(1)} />}
    </Box>
  );
}

/** Scrolls a link out from below the arrows, which browsers leave there; not at a press, which would miss it then. */
function showFocused({ currentTarget: link }: FocusEvent<HTMLElement>) {
  if (link.matches(':focus-visible')) link.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

interface HiddenEnds {
  readonly start: boolean;
  readonly end: boolean;
}

/** Tells if the first and the last item of a list are cut off or out of view. */
function useHiddenEnds(list: RefObject<HTMLUListElement | null>, count: number): HiddenEnds {
  const [hidden, setHidden] = useState<HiddenEnds>({ start: false, end: false });
  useEffect(() => {
    const root = list.current;
    const ends = { start: root?.firstElementChild, end: root?.lastElementChild };
    if (!root || !ends.start || !ends.end || count < 2) return;
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRatio } of entries) {
          const end = target === ends.start ? 'start' : 'end';
          setHidden((before) => ({ ...before, [end]: intersectionRatio < IN_VIEW }));
        }
      },
      { root, threshold: IN_VIEW },
    );
    observer.observe(ends.start);
    observer.observe(ends.end);
    return () => observer.disconnect();
  }, [list, count]);
  return hidden;
}

/** Less than all, because widths are fractions of pixels. */
const IN_VIEW = 0.97;
const ARROW_WIDTH = 32;

/** Shows that more links follow. Only for pointers: the focus scrolls the list itself, and screen readers read all of it. */
function Arrow({ side, onClick }: { side: 'left' | 'right'; onClick: () => void }) {
  const Icon = side === 'left' ? ChevronLeftIcon : ChevronRightIcon;
  return (
    <ButtonBase
      aria-hidden
      tabIndex={-1}
      // The focus stays where it is.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
      sx={{
        position: 'absolute',
        top: 0,
        bottom: 0,
        [side]: 0,
        width: ARROW_WIDTH,
        color: 'text.secondary',
        '&:hover': { color: 'text.primary' },
      }}
    >
      <Icon fontSize="small" />
    </ButtonBase>
  );
}

/** Fades the links out below the arrows. */
function fadeOf({ start, end }: HiddenEnds) {
  if (!start && !end) return {};
  const FADE = `transparent ${ARROW_WIDTH - 8}px, black ${ARROW_WIDTH + 16}px`;
  const masks = [start && `linear-gradient(to right, ${FADE})`, end && `linear-gradient(to left, ${FADE})`];
  return { maskImage: masks.filter(Boolean).join(', '), maskComposite: 'intersect' };
}

const PART_LIST = {
  m: 0,
  p: 0,
  mb: '-1px',
  display: 'flex',
  listStyle: 'none',
  overflowX: 'auto',
  scrollbarWidth: 'none',
  // What is scrolled into view is beside the arrows.
  scrollPaddingInline: `${ARROW_WIDTH + 16}px`,
  '@media (prefers-reduced-motion: no-preference)': { scrollBehavior: 'smooth' },
} as const;

const PART_LINK = {
  height: 48,
  px: { xs: 1.25, sm: 2 },
  typography: 'button',
  color: 'text.secondary',
  whiteSpace: 'nowrap',
  '&:hover': { color: 'text.primary' },
  // A border and not a shadow, which forced colors remove.
  '&[aria-current]': {
    pt: '2px',
    color: 'primary.main',
    borderBottom: '2px solid',
    borderBottomColor: 'primary.main',
  },
  '&.Mui-focusVisible': { outlineOffset: -2 },
} as const;
