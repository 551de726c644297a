import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AndroidFacts } from '#shared/packages/facts.ts';
import { renderInTheme } from '#test/support/render-component.tsx';
import { ReviewCapabilities } from './review-capabilities.tsx';

const render = (facts: Partial<AndroidFacts>) =>
  renderInTheme(
    <ReviewCapabilities
      facts={{ platform: 'android', permissions: [], targetSdk: 35, ...facts } as AndroidFacts}
    />,
  );

test('shows what the package can do with what gives it, what others can use, and the shared user ID', () => {
  render({
    permissions: [{ name: 'android.permission.INTERNET' }, { name: 'android.permission.CAMERA' }],
    specialAccess: [{ kind: 'vpn', name: '.Tunnel' }],
    components: [
      { kind: 'provider', name: 'org.example.Data', exported: true },
      { kind: 'activity', name: 'org.example.Main', exported: true, launcher: true },
    ],
    network: { cleartext: true, cleartextDomains: [], userCertificates: false },
    sharedUserId: 'org.example.shared',
  });
  const list = screen.getByRole('list', { name: 'What it can do' });
  expect([...list.children].map((item) => item.textContent?.trim())).toEqual([
    'See and redirect all network traffic. .Tunnel',
    'Take photos and record video. CAMERA',
    'Send and receive data without encryption.',
  ]);
  const exposed = screen.getByRole('list', { name: 'Every other app can use:' });
  expect(exposed.textContent).toBe('provider org.example.Data');
  expect(screen.getByText('It shares the user ID org.example.shared with other apps.')).toBeTruthy();
});

test('shows nothing without any, also for packages that were inspected before', () => {
  render({ specialAccess: [], sharedUserId: null });
  render({});
  expect(screen.queryByText('What it can do')).toBeNull();
});
