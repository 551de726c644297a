import { screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { renderInTheme } from '#test/support/render-component.tsx';
import { AuditProblems } from './audit-problems.tsx';

const render = (problemCount: number) =>
  renderInTheme(
    <MemoryRouter>
      <AuditProblems audit={{ problemCount }} />
    </MemoryRouter>,
  );

test('says nothing while the audit log is intact', () => {
  render(0);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('warns of an altered audit log, and leads to it', () => {
  render(2);
  expect(screen.getByRole('alert').textContent).toContain('The audit log was altered');
  const link = screen.getByRole('link', { name: 'Open the audit log' });
  expect(link.getAttribute('href')).toBe('/admin?view=audit');
});
