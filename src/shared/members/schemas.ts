import { z } from 'zod';
import { MEMBER_ROLES } from './member.ts';

/* The schemas of the roles, apart from what screens show of them (`statuses/schemas.ts`). */

export const memberRoleSchema = z.enum(MEMBER_ROLES);

export const invitationRoleSchema = z.enum([...MEMBER_ROLES, 'publisher']);
