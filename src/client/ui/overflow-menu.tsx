import MoreVertIcon from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useId, useState } from 'react';

export interface MenuAction {
  readonly label: string;
  readonly onChoose: () => void;
  /** The reason why the action is not allowed, as a sentence; null or left out when it is. */
  readonly reason?: string | null;
  readonly isDangerous?: boolean;
}

interface OverflowMenuProps {
  /** The button's name: "Actions for Ada". */
  readonly label: string;
  readonly actions: readonly MenuAction[];
}

/** Shows the rare and dangerous actions of an item in a menu. One that isn't allowed says why and stays focusable. */
export function OverflowMenu({ label, actions }: OverflowMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const menuId = useId();
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton
        size="small"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        {...(anchor !== null && { 'aria-controls': menuId })}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVertIcon fontSize="small" />
      </IconButton>
      <Menu
        id={menuId}
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        // Inside of the page's main part, as assistive technology expects of all content.
        container={() => document.querySelector('main')}
        disableScrollLock
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ list: { 'aria-label': label }, paper: { sx: { maxWidth: 320 } } }}
      >
        {actions.map((action) => (
          <ActionItem key={action.label} action={action} onDone={close} />
        ))}
      </Menu>
    </>
  );
}

function ActionItem({ action, onDone, ...item }: { action: MenuAction; onDone: () => void }) {
  const { label, onChoose, reason = null, isDangerous = false } = action;
  const reasonId = useId();
  const isAllowed = reason === null;

  function choose() {
    onDone();
    onChoose();
  }

  return (
    <MenuItem
      // Menu passes the focus on to its first item.
      {...item}
      {...(isAllowed ? { onClick: choose } : { 'aria-disabled': true })}
      aria-label={label}
      {...(!isAllowed && { 'aria-describedby': reasonId })}
      sx={{ whiteSpace: 'normal', ...(isAllowed ? {} : { cursor: 'not-allowed' }) }}
    >
      <ListItemText
        primary={label}
        secondary={reason}
        slotProps={{
          primary: {
            variant: 'body2',
            sx: { color: isAllowed ? (isDangerous ? 'error.main' : 'text.primary') : 'text.secondary' },
          },
          secondary: { id: reasonId, variant: 'caption' },
        }}
      />
    </MenuItem>
  );
}
