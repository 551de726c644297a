import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface PersonListItemProps {
  readonly name: string;
  readonly photoURL: string | null;
  /** Identifies the person, under the name. */
  readonly about: ReactNode;
  /** Facts about the person and buttons, at the right. */
  readonly children: ReactNode;
}

/** Shows one person in a list of store staff. */
export function PersonListItem({ name, photoURL, about, children }: PersonListItemProps) {
  return (
    <Box
      component="li"
      sx={{
        px: 2,
        py: 1.5,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 1,
      }}
    >
      <Avatar {...(photoURL !== null && { src: photoURL })} alt="" sx={{ bgcolor: 'primary.main' }}>
        {name.charAt(0).toUpperCase()}
      </Avatar>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Box sx={{ color: 'text.secondary', typography: 'body2', overflowWrap: 'anywhere' }}>{about}</Box>
      </Box>
      {children}
    </Box>
  );
}
