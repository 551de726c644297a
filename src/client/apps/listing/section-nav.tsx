import CompleteIcon from '@mui/icons-material/CheckCircle';
import MoreIcon from '@mui/icons-material/ExpandMore';
import MissingIcon from '@mui/icons-material/RadioButtonUnchecked';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type ElementType, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { visuallyHidden } from '#client/ui/visually-hidden.ts';
import { t } from '#shared/languages/translate.ts';
import type { SectionState } from './sections.ts';
import { useCurrentSection } from './use-current-section.ts';

const STYLES: Readonly<Record<'complete' | 'missing', { icon: ElementType; color: string; label: string }>> =
  {
    complete: { icon: CompleteIcon, color: 'success.main', label: t`complete` },
    missing: { icon: MissingIcon, color: 'warning.main', label: t`incomplete` },
  };

interface SectionNavProps {
  readonly sections: readonly SectionState[];
}

/** Links to the sections of the editor, marking the one on screen; stays beside the form on wide screens. */
export function SectionNav({ sections }: SectionNavProps) {
  const current = useCurrentSection();
  const addressOf = useSectionAddress();
  return (
    <Box component="nav" aria-label={t`Listing sections`}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.25 }}>
        {sections.map(({ id, label, status }) => (
          <li key={id}>
            <Box
              component={Link}
              to={addressOf(id)}
              aria-current={id === current ? 'location' : undefined}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 1,
                px: 1.25,
                py: 0.75,
                borderRadius: 1,
                typography: 'body2',
                color: id === current ? 'primary.main' : 'text.primary',
                fontWeight: id === current ? 600 : 400,
                bgcolor: id === current ? 'action.hover' : 'transparent',
                textDecoration: 'none',
                '&:hover': { bgcolor: 'action.hover' },
                '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' },
              }}
            >
              <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
                {label}
              </Box>
              <StatusMark status={status} />
            </Box>
          </li>
        ))}
      </Box>
    </Box>
  );
}

/** Shows the section on screen as a button with a menu of all sections, for narrow screens. */
export function SectionMenu({ sections }: SectionNavProps) {
  const current = useCurrentSection();
  const addressOf = useSectionAddress();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [hasChosen, setChosen] = useState(false);
  const label = sections.find(({ id }) => id === current)?.label;
  return (
    <>
      <Button
        size="small"
        color="inherit"
        endIcon={<MoreIcon />}
        aria-label={t`Section: ${label ?? ''}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => {
          setChosen(false);
          setAnchor(event.currentTarget);
        }}
        sx={{ minWidth: 0 }}
      >
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {label}
        </Box>
      </Button>
      {/* The focus goes to the chosen section instead of back to the button. */}
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        disableRestoreFocus={hasChosen}
        slotProps={{ list: { 'aria-label': t`Listing sections` } }}
      >
        {sections.map(({ id, label: name, status }) => (
          <MenuItem
            key={id}
            component={Link}
            to={addressOf(id)}
            selected={id === current}
            onClick={() => {
              setChosen(true);
              setAnchor(null);
            }}
          >
            <ListItemText sx={{ mr: 3 }}>{name}</ListItemText>
            <StatusMark status={status} />
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

/** Shows whether a section is complete; a section without requirements has no mark. */
function StatusMark({ status }: Pick<SectionState, 'status'>) {
  if (status === 'optional') return null;
  const { icon: Icon, color, label } = STYLES[status];
  return (
    <>
      <Icon aria-hidden sx={{ fontSize: 18, color, flexShrink: 0 }} />
      <Box component="span" sx={visuallyHidden}>
        {`, ${label}`}
      </Box>
    </>
  );
}

/** Returns a function for the address of a section: the current one with its name. */
function useSectionAddress(): (id: string) => { search: string; hash: string } {
  const { search } = useLocation();
  return (id) => ({ search, hash: `#${id}` });
}
