import { type DragEvent, useState } from 'react';

/** Makes an element a target for dropped files; returns its handlers, and true while files are over it. */
export function useFileDrop(onDrop: (transfer: DataTransfer) => void) {
  const [isOver, setOver] = useState(false);
  const target = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      // Moving onto a child leaves its parent, but not the target.
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
    },
    onDrop(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(false);
      onDrop(event.dataTransfer);
    },
  };
  return { isOver, target };
}
