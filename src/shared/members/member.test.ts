import { expect, test } from 'vitest';
import { MEMBER_ROLES, whyNotRole } from './member.ts';

test('a role includes those below it, and says who may do the rest', () => {
  const allowed = MEMBER_ROLES.map((role) =>
    MEMBER_ROLES.filter((needed) => whyNotRole(role, needed) === null),
  );
  expect(allowed).toEqual([['viewer'], ['viewer', 'maintainer'], ['viewer', 'maintainer', 'owner']]);
  expect(whyNotRole('viewer', 'maintainer')).toBe('Only owners and maintainers of this app may do this.');
});

test('admins of the store read what is not theirs', () => {
  expect(whyNotRole('admin', 'viewer')).toBeNull();
  expect(whyNotRole('admin', 'maintainer')).toContain('maintainers');
  expect(whyNotRole('admin', 'owner')).toBe('Only owners of this app may do this.');
});
