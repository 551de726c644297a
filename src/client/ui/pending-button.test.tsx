import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { FormEvent } from 'react';
import { expect, test, vi } from 'vitest';
import { ReasonedButton } from './disabled-reason.tsx';
import { PendingButton } from './pending-button.tsx';

test('Enter in a field does not submit a form again while it is pending', async () => {
  const submit = vi.fn<(event: FormEvent) => void>((event) => event.preventDefault());
  const form = (pending: boolean) => (
    <form onSubmit={submit}>
      <input aria-label="Name" />
      <PendingButton type="submit" pending={pending}>
        Save
      </PendingButton>
    </form>
  );
  const { rerender } = render(form(false));
  const user = userEvent.setup({ delay: null });
  await user.type(screen.getByLabelText('Name'), 'Ada{Enter}');
  rerender(form(true));
  await user.type(screen.getByLabelText('Name'), '{Enter}');
  expect(submit).toHaveBeenCalledTimes(1);
});

test('a pending button keeps its name and ignores clicks', async () => {
  const click = vi.fn<() => void>();
  render(
    <PendingButton pending onClick={click}>
      Approve
    </PendingButton>,
  );
  const button = screen.getByRole('button', { name: 'Approve' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(button);
  expect(click).not.toHaveBeenCalled();
});

test('a button that is not allowed says why and keeps its place in the tab order', async () => {
  const click = vi.fn<() => void>();
  render(
    <ReasonedButton reason="Confirm your email first." onClick={click}>
      Publish
    </ReasonedButton>,
  );
  const button = screen.getByRole('button', { name: 'Publish' });
  expect(button.getAttribute('aria-description')).toBe('Confirm your email first.');
  await userEvent.tab();
  expect(document.activeElement).toBe(button);
  await userEvent.keyboard('{Enter}');
  expect(click).not.toHaveBeenCalled();
});
