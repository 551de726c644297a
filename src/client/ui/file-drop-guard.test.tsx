import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DropZone } from './drop-zone.tsx';
import { guardFileDrops } from './file-drop-guard.ts';

let end: () => void;
beforeEach(() => {
  end = guardFileDrops(document);
});
afterEach(() => end());

const FILE = new File(['x'], 'app.apk');

/** Dispatches an event of a drag; returns true when the browser's own reaction is prevented, and the effect it shows. */
function drag(name: 'dragOver' | 'drop', element: Element, types: string[]) {
  const dataTransfer = { types, files: [FILE], dropEffect: 'copy' };
  const event = createEvent[name](element, { dataTransfer }) as DragEvent;
  fireEvent(element, event);
  return { isPrevented: event.defaultPrevented, effect: event.dataTransfer?.dropEffect };
}

test('a file beside the drop zone neither opens nor looks as if it could be dropped', () => {
  render(<p>Beside</p>);
  const beside = screen.getByText('Beside');
  for (const name of ['dragOver', 'drop'] as const)
    expect(drag(name, beside, ['Files'])).toEqual({ isPrevented: true, effect: 'none' });
});

test('the drop zone still takes the file', () => {
  const onFile = vi.fn<(file: File) => void>();
  render(<DropZone title="Drop it" buttonLabel="Choose" accept=".apk" error={null} onFile={onFile} />);
  const zone = screen.getByText('Drop it');
  expect(drag('dragOver', zone, ['Files'])).toEqual({ isPrevented: true, effect: 'copy' });
  drag('drop', zone, ['Files']);
  expect(onFile).toHaveBeenCalledWith(FILE);
});

test('a text is dropped into a field by the browser', () => {
  render(<input aria-label="Name" />);
  for (const name of ['dragOver', 'drop'] as const)
    expect(drag(name, screen.getByLabelText('Name'), ['text/plain'])).toEqual({
      isPrevented: false,
      effect: 'copy',
    });
});
