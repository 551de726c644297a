import { expect, test } from 'vitest';
import { MEMBER_ROLES, roleDenialReason } from './member.ts';

test('a role includes those below it, and the reason names the required one', () => {
  const allowed = MEMBER_ROLES.map((role) =>
    MEMBER_ROLES.filter((needed) => roleDenialReason(role, needed) === null),
  );
  expect(allowed).toEqual([['viewer'], ['viewer', 'maintainer'], ['viewer', 'maintainer', 'owner']]);
  expect(roleDenialReason('viewer', 'maintainer')).toBe(
    'Only owners and maintainers of this app can do this.',
  );
});

test('store admins can view apps of others', () => {
  expect(roleDenialReason('admin', 'viewer')).toBeNull();
  expect(roleDenialReason('admin', 'maintainer')).toContain('maintainers');
  expect(roleDenialReason('admin', 'owner')).toBe('Only owners of this app can do this.');
});
