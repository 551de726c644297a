import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { VersionStatus } from '#shared/statuses/version-status.ts';
import { backendOf, renderWithBackend, resultOf } from '#test/support/render-component.tsx';
import { ApprovalReceipt } from './approval-receipt.tsx';

function show(status: VersionStatus) {
  const requested: string[] = [];
  const backend = backendOf(async ({ path }) => {
    requested.push(path);
    return resultOf({ receipt: null });
  });
  renderWithBackend(<ApprovalReceipt version={{ id: 'v1', status }} />, backend);
  return requested;
}

test('the receipt of a version is asked for once it is decided', async () => {
  const early = show('in_review');
  const decided = show('rejected');
  await expect.poll(() => decided).toEqual(['us-central1/versions.getReceipt']);
  expect(early).toEqual([]);
});

test('the space of an approved version’s receipt is reserved while it loads', async () => {
  show('approved');
  expect(screen.getByRole('region', { name: 'Approval receipt' })).toBeDefined();
  await expect.poll(() => screen.queryByRole('region')).toBeNull();
});
