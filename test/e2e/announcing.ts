import { expect, type Page } from '@playwright/test';
import type { People, Person } from '#test/support/people.ts';

/** Announces something to one user. */
export async function announce(admin: Person, reader: Person, title: string): Promise<void> {
  await admin.call('notifications.announce', { title, message: `About ${title}.`, userIds: [reader.uid] });
}

/** Opens the dropdown of the bell. */
export async function openDropdown(page: Page) {
  await page.getByRole('button', { name: /^Notifications/ }).click();
  return page.getByRole('dialog', { name: 'Notifications' });
}

/** Creates a user with unread notifications, `News 1` the oldest. */
export async function readerWithNews(store: People, admin: Person, count: number): Promise<Person> {
  const reader = await store.onboard({}, 'browse');
  for (let number = 1; number <= count; number += 1) await announce(admin, reader, `News ${number}`);
  const unread = async () => (await reader.call('notifications.countUnread', {})).count;
  await expect.poll(unread).toBe(count);
  return reader;
}
