import { setDatabaseTimeouts } from './database-timeouts.ts';
import { setPasswordCost } from './password-cost.ts';

/* Runs inside a server (`--import`) whose tests are about something else than a slow database or passwords. */

setDatabaseTimeouts('patient');
setPasswordCost('low');
