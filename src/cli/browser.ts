import { spawn } from 'node:child_process';
import type { Variables } from './command.ts';

/** Opens an address in the user's browser, if this is a terminal of a desktop. Failing changes nothing. */
export function openBrowser(url: string, { DISPLAY, WAYLAND_DISPLAY }: Variables): void {
  if (!process.stderr.isTTY || !/^https?:\/\//.test(url)) return;
  const [program, ...args] = browserCommand(url);
  if (program === 'xdg-open' && !DISPLAY && !WAYLAND_DISPLAY) return;
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

/** None of these hands the address to a shell. */
function browserCommand(url: string): readonly [string, ...string[]] {
  if (process.platform === 'darwin') return ['open', url];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url];
  return ['xdg-open', url];
}
