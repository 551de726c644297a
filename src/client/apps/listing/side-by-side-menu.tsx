import ColumnsIcon from '@mui/icons-material/ViewColumn';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { localeName } from '#client/ui/locale-name.ts';
import { t } from '#shared/languages/translate.ts';

/** Maximum languages beside the one of the editor; more don't fit on common screens. */
export const MAX_BESIDE = 2;

interface SideBySideMenuProps {
  /** The languages to choose from. */
  readonly locales: readonly string[];
  /** The chosen languages. */
  readonly beside: readonly string[];
  readonly onChange: (beside: string[]) => void;
}

/** Chooses the languages whose texts are edited beside those of the current one. */
export function SideBySideMenu({ locales, beside, onChange }: SideBySideMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const isFull = beside.length >= MAX_BESIDE;
  return (
    <>
      <Button
        size="small"
        startIcon={<ColumnsIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t`Edit side by side`}
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': t`Languages side by side`, dense: true } }}
      >
        {locales.map((locale) => {
          const isChosen = beside.includes(locale);
          return (
            <MenuItem
              key={locale}
              role="menuitemcheckbox"
              aria-checked={isChosen}
              disabled={isFull && !isChosen}
              onClick={() => {
                setAnchor(null);
                onChange(isChosen ? beside.filter((one) => one !== locale) : [...beside, locale]);
              }}
            >
              <Checkbox
                size="small"
                edge="start"
                checked={isChosen}
                tabIndex={-1}
                aria-hidden
                slotProps={{ input: { tabIndex: -1 } }}
                sx={{ py: 0 }}
              />
              <ListItemText>{localeName(locale)}</ListItemText>
            </MenuItem>
          );
        })}
        {isFull && (
          <Typography
            component="li"
            role="presentation"
            variant="body2"
            sx={{ px: 2, py: 1, color: 'text.secondary' }}
          >
            {t`Up to ${MAX_BESIDE + 1} languages at once`}
          </Typography>
        )}
      </Menu>
    </>
  );
}
