import { randomInt } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MarkKind } from '#shared/lookalikes/mark-kinds.ts';
import { startServices } from '#test/support/jobs.ts';
import { createOwnApp, createPublishedApp, type OwnApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { setUpPerson, setUpTestServer } from '#test/support/set-up.ts';
