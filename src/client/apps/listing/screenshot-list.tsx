import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable';
import BackIcon from '@mui/icons-material/ArrowBack';
import ForwardIcon from '@mui/icons-material/ArrowForward';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import DragIcon from '@mui/icons-material/DragIndicator';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { t } from '#shared/languages/translate.ts';
import type { Graphic } from '#shared/listings/graphics.ts';

interface ScreenshotListProps {
  /** The singular name, such as "phone screenshot". */
  readonly words: string;
  /** In their order. */
  readonly graphics: readonly Graphic[];
  /** The reason why they cannot be changed; null when they can. */
  readonly reason: string | null;
  /** Called with all ids in their new order. */
  readonly onOrder: (ids: readonly string[]) => void;
  readonly onDelete: (graphic: Graphic, place: number) => void;
}

const INSTRUCTIONS = t`Press Space to pick up the screenshot, the arrow keys to move it, Space again to drop it, or Escape to cancel.`;

/** Shows screenshots in order, reordered by dragging, by keyboard or by buttons. */
export function ScreenshotList({ words, graphics, reason, onOrder, onDelete }: ScreenshotListProps) {
  const ids = graphics.map(({ id }) => id);
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

  function move(id: UniqueIdentifier, to: number) {
    const from = ids.indexOf(String(id));
    if (from !== -1 && to >= 0 && to < ids.length && from !== to) onOrder(arrayMove(ids, from, to));
  }

  function drop({ active, over }: DragEndEvent) {
    if (over) move(active.id, ids.indexOf(String(over.id)));
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        announcements: announce(ids),
        screenReaderInstructions: { draggable: INSTRUCTIONS },
      }}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        <Box
          component="ol"
          aria-label={t`${words}s, in order`}
          sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 1.5 }}
        >
          {graphics.map((graphic, index) => (
            <Screenshot
              key={graphic.id}
              graphic={graphic}
              place={index + 1}
              count={ids.length}
              words={words}
              isFixed={reason !== null}
              onMove={(by) => move(graphic.id, index + by)}
              onDelete={() => onDelete(graphic, index + 1)}
            />
          ))}
        </Box>
      </SortableContext>
    </DndContext>
  );
}

/** Announcements for screen readers while a screenshot is moved. */
function announce(ids: readonly string[]): Announcements {
  const place = (id: UniqueIdentifier) => ids.indexOf(String(id)) + 1;
  // A picked up screenshot is over its own position first.
  const atHome = (id: UniqueIdentifier) => t`Picked up screenshot ${place(id)} of ${ids.length}.`;
  return {
    onDragStart: ({ active }) => atHome(active.id),
    onDragOver({ active, over }) {
      if (over?.id === active.id) return atHome(active.id);
      return over
        ? t`Screenshot ${place(active.id)} is over position ${place(over.id)} of ${ids.length}.`
        : undefined;
    },
    onDragEnd: ({ active, over }) =>
      over
        ? t`Screenshot ${place(active.id)} was dropped at position ${place(over.id)} of ${ids.length}.`
        : t`Screenshot ${place(active.id)} was put back.`,
    onDragCancel: ({ active }) => t`Move cancelled. Screenshot ${place(active.id)} was put back.`,
  };
}

interface ScreenshotProps {
  readonly graphic: Graphic;
  /** The position, starting at 1. */
  readonly place: number;
  readonly count: number;
  readonly words: string;
  readonly isFixed: boolean;
  readonly onMove: (by: -1 | 1) => void;
  readonly onDelete: () => void;
}

function Screenshot({ graphic, place, count, words, isFixed, onMove, onDelete }: ScreenshotProps) {
  const { storage } = useBackend();
  const sortable = useSortable({ id: graphic.id, disabled: isFixed });
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    sortable;
  const name = `${words} ${place}`;
  return (
    <Box
      component="li"
      ref={setNodeRef}
      style={{
        transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined,
        transition,
      }}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        minWidth: 140,
        maxWidth: '100%',
        borderRadius: 1,
        overflow: 'hidden',
        bgcolor: 'action.hover',
        ...(isDragging && { position: 'relative', zIndex: 1, boxShadow: 6 }),
      }}
    >
      <Box
        component="img"
        src={storage.urlOf(graphic.path)}
        alt={name}
        draggable={false}
        sx={{
          display: 'block',
          alignSelf: 'center',
          height: 200,
          aspectRatio: `${graphic.width} / ${graphic.height}`,
          maxWidth: '100%',
          objectFit: 'contain',
        }}
      />
      {!isFixed && (
        <Box sx={{ display: 'flex', justifyContent: 'center' }}>
          <IconButton
            size="small"
            ref={setActivatorNodeRef}
            {...attributes}
            {...listeners}
            aria-label={t`Drag ${name}`}
            sx={{ cursor: 'grab', touchAction: 'none' }}
          >
            <DragIcon fontSize="small" />
          </IconButton>
          <MoveButton isAtEnd={place === 1} label={t`Move ${name} earlier`} onClick={() => onMove(-1)}>
            <BackIcon fontSize="small" />
          </MoveButton>
          <MoveButton isAtEnd={place === count} label={t`Move ${name} later`} onClick={() => onMove(1)}>
            <ForwardIcon fontSize="small" />
          </MoveButton>
          <IconButton size="small" aria-label={t`Delete ${name}`} onClick={onDelete}>
            <DeleteIcon fontSize="small" />
          </IconButton>
        </Box>
      )}
    </Box>
  );
}

interface MoveButtonProps {
  readonly label: string;
  readonly isAtEnd: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** Moves a picture by one; at the end it does nothing, and keeps the focus that brought the picture there. */
function MoveButton({ label, isAtEnd, onClick, children }: MoveButtonProps) {
  return (
    <IconButton
      size="small"
      aria-label={label}
      {...(isAtEnd
        ? { 'aria-disabled': true, sx: { color: 'action.disabled', cursor: 'default' } }
        : { onClick })}
    >
      {children}
    </IconButton>
  );
}
