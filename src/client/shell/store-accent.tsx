import GlobalStyles from '@mui/material/GlobalStyles';
import { accentStyle } from '#shared/settings/accent.ts';

/** Gives the page another accent than the one that it was served with. */
export function StoreAccent({ accent }: { accent: string }) {
  return <GlobalStyles styles={accentStyle(accent)} />;
}
