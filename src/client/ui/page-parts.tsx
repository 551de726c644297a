import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { type ComponentType, useEffect, useRef } from 'react';

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

/** Shows links to the parts of a page; belongs above a `PagePart`. */
export function PartLinks({ label, current, links }: PageParts) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const link = list.current?.querySelector(`[data-part="${current}"]`);
    link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return (
    <Box component="nav" aria-label={label} sx={{ mb: 3, borderBottom: 1, borderColor: 'divider' }}>
      <Box
        component="ul"
        ref={list}
        sx={{
          m: 0,
          p: 0,
          mb: '-1px',
          display: 'flex',
          listStyle: 'none',
          overflowX: 'auto',
          scrollbarWidth: 'none',
        }}
      >
        {links.map(({ name, label: partLabel, href }) => (
          <li key={name}>
            <ButtonBase
              href={href}
              data-part={name}
              {...(name === current && { 'aria-current': 'page' as const })}
              sx={PART_LINK}
            >
              {partLabel}
            </ButtonBase>
          </li>
        ))}
      </Box>
    </Box>
  );
}

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
