import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AndroidFacts } from '#shared/packages/facts.ts';
import { renderInTheme } from '#test/support/render-component.tsx';
import { ReviewSpecialAccess } from './review-special-access.tsx';

const render = (facts: Partial<AndroidFacts>) =>
  renderInTheme(<ReviewSpecialAccess facts={{ platform: 'android', ...facts } as AndroidFacts} />);

test('shows what each component may do, and the shared user ID', () => {
  render({ specialAccess: [{ kind: 'vpn', name: '.Tunnel' }], sharedUserId: 'org.example.shared' });
  const list = screen.getByRole('list', { name: 'Special access' });
  expect(list.textContent).toBe('See and redirect all network traffic. .Tunnel');
  expect(screen.getByText('It shares the user ID org.example.shared with other apps.')).toBeTruthy();
});

test('shows nothing without any, also for packages that were inspected before', () => {
  render({ specialAccess: [], sharedUserId: null });
  render({});
  expect(screen.queryByText('Special access')).toBeNull();
});
