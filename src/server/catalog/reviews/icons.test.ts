import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createOwnApp } from '#test/support/own-app.ts';
import { apk, SEVERAL_ICONS } from '#test/support/resource-packages.ts';
import { setUpPerson, setUpTestServer } from '#test/support/set-up.ts';
import { uploadVersion } from '#test/support/uploads.ts';

const server = setUpTestServer();
const admin = setUpPerson(() => server.admin());

test('a reviewer gets the pictures besides the icon, drawn again', async () => {
  const { owner, appId } = await createOwnApp(server);
  const { id: versionId, package: facts } = await uploadVersion(owner, appId, apk(SEVERAL_ICONS));
  expect(facts).toMatchObject({
    otherIcons: [{ configuration: 'v31' }, { entry: 'org.example.a.Night' }],
  });
  const { icons } = await admin.call('reviews.icons', { versionId });
  const drawn = await Promise.all(
    icons.map(async (icon) => {
      const { data, info } = await sharp(Buffer.from(icon ?? '', 'base64'))
        .raw()
        .toBuffer({ resolveWithObject: true });
      return [info.width, ...data.subarray(0, 3)];
    }),
  );
  expect(drawn).toEqual([
    [96, 200, 60, 0],
    [48, 20, 20, 60],
  ]);
  expect((await owner.tryCall('reviews.icons', { versionId })).status).toBe(403);
  const plain = await uploadVersion(owner, appId, apk({ ...SEVERAL_ICONS, application: {}, activities: [] }));
  expect(await admin.call('reviews.icons', { versionId: plain.id })).toEqual({ icons: [] });
});
