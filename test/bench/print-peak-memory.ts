import { readFileSync } from 'node:fs';

/*
 * Preloaded into a process, writes the bytes of its peak memory to standard error at its end. Where there is Linux's
 * VmHWM (proc_pid_status(5)), that counts: getrusage also holds what the process that started this one had in use.
 */

process.on('exit', () => process.stderr.write(String(peakKilobytes() * 1024)));

function peakKilobytes(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}
