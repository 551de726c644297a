import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { CallError } from '#shared/errors.ts';
import { FormDialog } from './form-dialog.tsx';

type DialogProps = Partial<Parameters<typeof FormDialog>[0]>;

function dialog(props: DialogProps) {
  const none = () => undefined;
  return (
    <FormDialog title="Reject" submitLabel="Reject" onSubmit={none} onClose={none} {...props}>
      <textarea aria-label="Reason" />
    </FormDialog>
  );
}

function show(props: DialogProps) {
  const given = { onSubmit: vi.fn<() => void>(), onClose: vi.fn<() => void>(), ...props };
  return { ...given, ...render(dialog(given)) };
}

test('Ctrl+Enter in a text submits, and Enter alone does not', async () => {
  const { onSubmit } = show({});
  await userEvent.type(screen.getByLabelText('Reason'), 'Crashes{Enter}');
  expect(onSubmit).not.toHaveBeenCalled();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test('while pending neither Ctrl+Enter nor Escape do anything', async () => {
  const { onSubmit, onClose } = show({ pending: true });
  await userEvent.type(screen.getByLabelText('Reason'), '{Control>}{Enter}{/Control}{Escape}');
  expect(onSubmit).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
});

test('Cancel keeps the focus when a submission begins and fails, and does nothing meanwhile', async () => {
  const { onClose, rerender } = show({});
  const cancel = screen.getByRole('button', { name: 'Cancel' });
  cancel.focus();
  rerender(dialog({ onClose, pending: true }));
  expect(document.activeElement).toBe(cancel);
  expect(cancel.getAttribute('aria-disabled')).toBe('true');
  await userEvent.keyboard('{Enter}');
  expect(onClose).not.toHaveBeenCalled();
  rerender(dialog({ onClose, error: new Error('Broken.') }));
  expect(document.activeElement).toBe(cancel);
  await userEvent.keyboard('{Enter}');
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('an error shows in the dialog with the request to report', () => {
  show({ error: new CallError('internal', 'Broken.', { requestId: 'req-42' }) });
  expect(screen.getByRole('alert').textContent).toMatch(/Broken\..*req-42/s);
});
