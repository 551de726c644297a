import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

export interface SectionProps {
  readonly title: string;
  /** Makes it a target for links, which focus it. */
  readonly id?: string;
  readonly children: ReactNode;
}

/** Shows a titled part of a page on its own surface. */
export function Section({ title, id, children }: SectionProps) {
  const titleId = useId();
  return (
    <Paper
      component="section"
      aria-labelledby={titleId}
      {...(id !== undefined && { id, tabIndex: -1 })}
      sx={{ p: { xs: 2, sm: 3 }, mb: 3 }}
    >
      <Typography id={titleId} variant="h2" sx={{ mb: 2 }}>
        {title}
      </Typography>
      {children}
    </Paper>
  );
}
