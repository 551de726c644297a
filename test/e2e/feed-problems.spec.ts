import { createOwnApp } from '#test/support/own-app.ts';
import { expect, test } from './test.ts';
import { checkAllViews } from './themes.ts';

test('an admin sees which apps the feed omits, and why', async ({ page, axe, people, signInAs }) => {
  await page.route('**/us-central1/admin.overview', async (route) => {
    const response = await route.fetch();
    const { result } = await response.json();
    result.feed = {
      failingSince: new Date(Date.now() - 3 * 3_600_000).toISOString(),
      problemCount: 22,
      problems: [
        {
          appId: 'app-1',
          name: 'Tide Tables',
          applicationId: 'org.example.tides',
          effect: 'leftOut',
          reason: 'Version 7 is omitted. package.minSdk: Too big: expected int32 to be <=2147483647',
          since: new Date().toISOString(),
        },
        {
          appId: 'app-2',
          name: 'W'.repeat(50),
          applicationId: `org.example.${'w'.repeat(80)}`,
          effect: 'plain',
          reason: 'It’s too large for the feed: 9,000,000 characters.',
          since: new Date().toISOString(),
        },
      ],
    };
    await route.fulfill({ response, json: { result } });
  });
  await signInAs(people.admin);
  await page.goto('admin');
  const section = page.getByRole('region', { name: 'Feed problems' });
  await expect(section.getByRole('alert')).toContainText(
    /The feed can’t be updated. The first attempt failed \d hours ago\./,
  );
  const rows = section.getByRole('list', { name: 'Feed problems' });
  const [first, second] = [
    rows.getByRole('link', { name: /Tide Tables/ }),
    rows.getByRole('link', { name: /WWW/ }),
  ];
  await expect(first).toContainText('Left out');
  await expect(first).toContainText('package.minSdk');
  await expect(first).toHaveAttribute('href', /admin\/apps\?app=app-1$/);
  await expect(second).toContainText('Incomplete');
  await expect(section).toContainText('And 20 more.');
  await page.screenshot({ path: 'test-results/feed-problems.png' });
  await checkAllViews(page, axe);
});

test('a description that would break the preview is shown without formatting', async ({
  page,
  axe,
  signInAs,
  store,
}) => {
  const { owner: publisher, appId } = await createOwnApp(store);
  await signInAs(publisher);
  await page.goto(`dashboard/apps/${appId}?tab=listing`);
  const description = page.getByRole('textbox', { name: 'Description', exact: true });
  const preview = page.getByRole('region', { name: 'Preview of the description' });
  for (const hostile of ['>'.repeat(3999), `${'*'.repeat(1900)}a${'*'.repeat(1900)}`]) {
    await description.fill(hostile);
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(preview).toContainText(hostile);
    await page.getByRole('button', { name: 'Write' }).click();
  }
  await description.fill('>'.repeat(100));
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(preview).toContainText('This text is shown without formatting');
  await axe();
});

test('an admin runs a job again that was given up', async ({ page, axe, people, signInAs, store }) => {
  // No worker runs this kind, so it stays in the queue.
  const job = 'of-this-test';
  await store.database.query(`
    SELECT graphile_worker.add_job('${job}', run_at := now() + interval '1 day');
    UPDATE graphile_worker._private_jobs SET last_error = 'The disk is full.', attempts = max_attempts
    WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = '${job}')`);
  await signInAs(people.admin);
  await page.goto('admin');
  const row = page.getByRole('region', { name: 'System' }).getByRole('listitem').filter({ hasText: job });
  await expect(row).toContainText('Given up.');
  await axe();
  await row.getByRole('button', { name: `Run again: ${job}` }).click();
  await expect(row).toContainText('Runs now.');
  await expect(row.getByRole('button')).toHaveCount(0);
  await store.database.query(
    `SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs WHERE task_identifier = '${job}'`,
  );
});
