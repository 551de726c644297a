import { expect, test } from 'vitest';
import { protectionOf } from '#shared/packages/platform-permissions.ts';
import { readPermissions, renderPermissions } from '../scripts/android-permissions.ts';

/** As AOSP writes them, with what a reader must not take for a permission. */
const MANIFEST = `<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="android">
  <!-- <permission android:name="android.permission.GONE" android:protectionLevel="dangerous" /> -->
  <permission-group android:name="android.permission-group.CAMERA" android:priority="700" />
  <permission android:name="android.permission.SEND_SMS"
      android:permissionGroup="android.permission-group.UNDEFINED"
      android:protectionLevel="dangerous" />
  <permission android:name="android.permission.WRITE_SETTINGS"
      android:protectionLevel="signature|preinstalled|appop" />
  <permission android:name="com.android.alarm.permission.SET_ALARM" />
  <uses-permission android:name="android.permission.CAMERA" />
</manifest>`;

test('reads the permissions that the manifest of the framework declares', () => {
  expect(readPermissions(MANIFEST)).toEqual([
    { name: 'android.permission.SEND_SMS', protection: 'dangerous' },
    { name: 'android.permission.WRITE_SETTINGS', protection: 'signature|preinstalled|appop' },
    { name: 'com.android.alarm.permission.SET_ALARM', protection: 'normal' },
  ]);
});

test('writes them by protection level, with source and licence', () => {
  const source = renderPermissions(readPermissions(MANIFEST), { level: '36', date: '2026-11-28' });
  expect(source).toContain(
    'API level 36: Copyright (C) 2006 The Android Open Source Project, Apache License 2.0',
  );
  expect(source).toContain("'normal': `\n    =com.android.alarm.permission.SET_ALARM`");
  expect(source).toContain("'signature|appop|preinstalled': `\n    WRITE_SETTINGS`");
});

test('the list names each permission with its level and flags', () => {
  expect(protectionOf('android.permission.SEND_SMS')).toEqual(['dangerous']);
  expect(protectionOf('android.permission.MANAGE_MEDIA')).toEqual(['signature', 'appop', 'preinstalled']);
  expect(protectionOf('com.android.voicemail.permission.ADD_VOICEMAIL')).toEqual(['dangerous']);
  expect(protectionOf('org.example.permission.OWN')).toBeNull();
});
