import SearchIcon from '@mui/icons-material/Search';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isForPage, useKeydown } from './shortcuts.ts';

const PAUSE_MS = 300;

export interface SearchFieldProps {
  /** The field's name: "Search apps". */
  readonly label: string;
  readonly value: string;
  /** Called after a pause in typing. */
  readonly onSearch: (query: string) => void;
}

/** Shows a search field that waits for a pause in typing. `/` focuses it from outside of fields. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const search = useEffectEvent((query: string) => {
    setSent(query);
    onSearch(query);
  });

  // Takes over changes from outside, such as going back, but not the echo of the value it just sent.
  if (value !== seen) {
    setSeen(value);
    if (value !== sent) {
      setSent(value);
      setTyped(value);
    }
  }

  useEffect(() => {
    const query = typed.trim();
    if (query === sent) return;
    const timer = setTimeout(() => search(query), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, sent]);

  useKeydown((event) => {
    if (event.key !== '/' || !isForPage(event)) return;
    event.preventDefault();
    input.current?.focus();
  });

  return (
    <OutlinedInput
      type="search"
      size="small"
      fullWidth
      placeholder={label}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      // It searches by itself; in a form, Enter would submit it.
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault();
      }}
      inputRef={input}
      slotProps={{ input: { 'aria-label': label, 'aria-keyshortcuts': '/', maxLength: 200 } }}
      startAdornment={
        <InputAdornment position="start">
          <SearchIcon fontSize="small" aria-hidden />
        </InputAdornment>
      }
    />
  );
}
