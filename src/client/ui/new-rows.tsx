import Box from '@mui/material/Box';
import { useState } from 'react';
import { plural } from '#shared/languages/translate.ts';
import { visuallyHidden } from './visually-hidden.ts';

/** Announces to screen readers that a list has got more rows, because something happened or the next page was loaded. */
export function NewRows({ keys }: { keys: readonly (string | number)[] }) {
  const [state, setState] = useState({ keys, text: '' });
  if (keys.join() !== state.keys.join()) {
    const before = new Set(state.keys);
    const count = keys.filter((key) => !before.has(key)).length;
    // Without any of the rows before it is another list.
    const isSameList = count < keys.length;
    setState({
      keys,
      text: isSameList && count > 0 ? plural(count, { one: '# new row', other: '# new rows' }) : '',
    });
  }
  return (
    <Box component="span" aria-live="polite" sx={visuallyHidden}>
      {state.text}
    </Box>
  );
}
