import { z } from 'zod';
import { MAIL_TEST_OUTCOMES, SETUP_CONFIRMATIONS, SETUP_STEPS } from './checklist.ts';

/* The schemas of the steps, apart from what screens show of them (`statuses/schemas.ts`). */

export const setupStepSchema = z.enum(SETUP_STEPS);

export const setupConfirmationSchema = z.enum(SETUP_CONFIRMATIONS);

export const mailTestOutcomeSchema = z.enum(MAIL_TEST_OUTCOMES);
