import Button from '@mui/material/Button';
import { paths } from '#client/paths.ts';
import { Entrance } from './entrance.tsx';

/** The plain page for a role that may not see a screen. */
export default function UnauthorizedPage() {
  return (
    <Entrance
      title="Unauthorized"
      lead="Your account may not see this screen. Ask an admin of the store if you need it."
    >
      <Button variant="contained" href={paths.dashboard}>
        Go to the dashboard
      </Button>
    </Entrance>
  );
}
