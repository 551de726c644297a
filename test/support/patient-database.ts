import { setDatabaseTimeouts } from './database-timeouts.ts';

/* Runs inside a server (`--import`) whose tests are about something else than a slow database. */

setDatabaseTimeouts('patient');
