import { html } from 'hono/html';
import type { Actor } from '#shared/lifecycle.ts';
import { AWAITING_REVIEW, VERSION_STATUSES, type VersionStatus } from '#shared/statuses/version-status.ts';
import { VERSION_ACTIONS, type VersionAction } from '#shared/versions/actions.ts';
import { type Html, oneLine, renderTable } from './table.ts';

/* The picture of a version's life and the same as a table, both from the records of statuses and actions. */

const ACTORS: Readonly<Record<Actor, string>> = {
  publisher: 'you',
  admin: 'a reviewer',
  system: 'the store',
  operator: 'the operator',
};

/** Columns and rows of the statuses in the picture: the usual way from top to bottom, the others beside it. */
const PLACES: Readonly<Record<VersionStatus, readonly [column: number, row: number]>> = {
  uploading: [1, 0],
  expired: [2, 0],
  analysing: [1, 1],
  invalid: [2, 1],
  draft: [1, 2],
  withdrawn: [0, 3],
  submitted: [1, 3],
  rejected: [2, 3],
  in_review: [1, 4],
  approved: [1, 5],
  published: [1, 6],
  unpublished: [2, 6],
  removed: [1, 7],
};

const BOX = { width: 148, height: 40 };
const COLUMN = 300;
const ROW = 92;
const LEFT = 110;
const TOP = 40;
/** The x of lines that pass the left column. */
const LANE = 24;
/** Half of the distance between two lines that connect the same statuses. */
const APART = 13;
const FRAME = { x: 46, y: 20 };
const WIDTH = LEFT + 2 * COLUMN + BOX.width / 2 + 16;
const HEIGHT = TOP + 7 * ROW + BOX.height / 2 + 20;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** One line of the picture: an action from a status, or from all that wait for review, to another status. */
interface Edge {
  readonly from: VersionStatus | 'review';
  readonly to: VersionStatus;
  readonly label: string;
  readonly who: readonly Actor[];
}

const ACTIONS = Object.entries(VERSION_ACTIONS) as [VersionAction, (typeof VERSION_ACTIONS)[VersionAction]][];

/** Returns the words for an action: those of its button, or its participle where it has none. */
function labelOf({ button, participle }: (typeof VERSION_ACTIONS)[VersionAction]): string {
  return button?.label ?? `${participle.slice(0, 1).toUpperCase()}${participle.slice(1)}`;
}

/** Returns every transition as a table. */
export function renderTransitions(): string {
  const rows = ACTIONS.flatMap(([, action]) =>
    action.from.map((from) => [
      VERSION_STATUSES[from].label,
      html`<strong>${labelOf(action)}</strong>`,
      action.who.map((actor) => ACTORS[actor]).join(' or '),
      VERSION_STATUSES[action.to].label,
    ]),
  );
  return renderTable(['From', 'Action', 'By', 'To'], rows);
}

/** Returns the edges of the picture. An action from every status of the queue is one edge from its frame. */
function listEdges(): Edge[] {
  return ACTIONS.flatMap(([, action]) => {
    const { from, to, who } = action;
    const label = labelOf(action);
    const isFromQueue = AWAITING_REVIEW.every((status) => from.includes(status));
    const others = isFromQueue ? from.filter((status) => !AWAITING_REVIEW.includes(status)) : from;
    const sources: readonly Edge['from'][] = isFromQueue ? ['review', ...others] : others;
    return sources.map((source) => ({ from: source, to, label, who }));
  });
}

const centre = (status: VersionStatus): Point => {
  const [column, row] = PLACES[status];
  return { x: LEFT + column * COLUMN, y: TOP + row * ROW };
};

/** Returns the frame around the statuses that wait for review. */
function reviewFrame() {
  const points = AWAITING_REVIEW.map(centre);
  const top = Math.min(...points.map(({ y }) => y)) - BOX.height / 2 - FRAME.y;
  const bottom = Math.max(...points.map(({ y }) => y)) + BOX.height / 2 + FRAME.y;
  const { x } = points[0] ?? { x: 0 };
  return { x: x - BOX.width / 2 - FRAME.x, y: top, width: BOX.width + 2 * FRAME.x, height: bottom - top };
}

interface Route {
  readonly points: readonly Point[];
  readonly label: Point;
  readonly anchor: 'start' | 'middle' | 'end';
}

/** An edge with its ends. */
interface PlacedEdge {
  readonly start: Point;
  readonly end: Point;
  /** Half of the width and of the height of what it starts from. */
  readonly half: Point;
  /** Another edge leads back. */
  readonly isPaired: boolean;
  /** The part of the way at the end that is within the frame, where no label belongs. */
  readonly within: Point;
}

const isInQueue = (status: Edge['from']) => AWAITING_REVIEW.some((awaiting) => awaiting === status);

/** Returns true for the same status, and for the queue and a status in it. */
function isSame(one: Edge['from'], other: Edge['from']): boolean {
  return one === other || (one === 'review' && isInQueue(other)) || (other === 'review' && isInQueue(one));
}

function place(edge: Edge, edges: readonly Edge[]): PlacedEdge {
  const end = centre(edge.to);
  const isPaired = edges.some(({ from, to }) => isSame(from, edge.to) && isSame(to, edge.from));
  if (edge.from !== 'review') {
    const half = { x: BOX.width / 2, y: BOX.height / 2 };
    const within = isInQueue(edge.to) && !isInQueue(edge.from) ? FRAME : { x: 0, y: 0 };
    return { start: centre(edge.from), end, half, isPaired, within };
  }
  const { x, y, width, height } = reviewFrame();
  // At the height of what is beside it.
  const isBeside = end.y > y && end.y < y + height;
  const start = { x: x + width / 2, y: isBeside ? end.y : y + height / 2 };
  return { start, end, half: { x: width / 2, y: height / 2 }, isPaired, within: { x: 0, y: 0 } };
}

/** Returns the way of an edge: straight to a neighbour, otherwise around the boxes between them. */
function routeOf(edge: PlacedEdge): Route {
  const { start, end } = edge;
  if (start.x !== end.x) return start.y === end.y ? routeSideways(edge) : routeAroundCorner(edge);
  return Math.abs(end.y - start.y) > 2 * ROW ? routeThroughLane(edge) : routeStraight(edge);
}

function routeStraight({ start, end, half, isPaired, within }: PlacedEdge): Route {
  const down = Math.sign(end.y - start.y);
  const x = isPaired ? start.x - down * 2 * APART : start.x;
  const from = start.y + down * half.y;
  const to = end.y - (down * BOX.height) / 2;
  const isLeft = isPaired && down > 0;
  const label = { x: isLeft ? x - 8 : x + 8, y: (from + to - down * within.y) / 2 + 4 };
  const points = [
    { x, y: from },
    { x, y: to },
  ];
  return { points, label, anchor: isLeft ? 'end' : 'start' };
}

/** Passes the left column, for what skips statuses. */
function routeThroughLane({ start, end, half }: PlacedEdge): Route {
  const points = [
    { x: start.x - half.x, y: start.y },
    { x: LANE, y: start.y },
    { x: LANE, y: end.y },
    { x: end.x - BOX.width / 2, y: end.y },
  ];
  return { points, label: { x: LANE + 8, y: end.y - 8 }, anchor: 'start' };
}

function routeAroundCorner({ start, end, half }: PlacedEdge): Route {
  const right = Math.sign(end.x - start.x);
  const from = start.x + right * half.x;
  const points = [
    { x: from, y: start.y },
    { x: end.x, y: start.y },
    { x: end.x, y: end.y - (Math.sign(end.y - start.y) * BOX.height) / 2 },
  ];
  return { points, label: { x: from + right * 12, y: start.y - 8 }, anchor: right > 0 ? 'start' : 'end' };
}

/** Of two that lead there and back, the one away from the middle is below. */
function routeSideways({ start, end, half, isPaired, within }: PlacedEdge): Route {
  const right = Math.sign(end.x - start.x);
  const isBelow = isPaired && start.x === LEFT + COLUMN;
  const y = end.y + (isPaired ? (isBelow ? APART : -APART) : 0);
  const from = start.x + right * half.x;
  const to = end.x - (right * BOX.width) / 2;
  const label = { x: (from + to - right * within.x) / 2, y: isBelow ? y + 18 : y - 8 };
  const points = [
    { x: from, y },
    { x: to, y },
  ];
  return { points, label, anchor: 'middle' };
}

/** Returns the picture of a version's life as a figure with an SVG. */
export function renderLifecyclePicture(): string {
  const edges = listEdges();
  const frame = reviewFrame();
  return oneLine(html`<figure class="lifecycle">
    <div class="scrolled" role="region" aria-label="Picture of a version’s life" tabindex="0">
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-labelledby="lifecycle-title" aria-describedby="lifecycle-description">
      <title id="lifecycle-title">The statuses of a version and the ways between them</title>
      <desc id="lifecycle-description">The table of all transitions on this page says the same in words.</desc>
      <rect class="frame" x="${frame.x}" y="${frame.y}" width="${frame.width}" height="${frame.height}" rx="12" />
      ${edges.map((edge) => drawEdge(edge, edges))}
      ${(Object.keys(PLACES) as VersionStatus[]).map(drawStatus)}
    </svg></div>
    <figcaption>
      <span class="by-publisher">You</span> <span class="by-admin">A reviewer</span>
      <span class="by-system">The store, or its operator</span>
    </figcaption>
  </figure>`);
}

function drawStatus(status: VersionStatus): Html {
  const { x, y } = centre(status);
  const { label, tone } = VERSION_STATUSES[status];
  return html`<g class="status ${tone}">
    <rect x="${x - BOX.width / 2}" y="${y - BOX.height / 2}" width="${BOX.width}" height="${BOX.height}" rx="8" />
    <text x="${x}" y="${y + 5}" text-anchor="middle">${label}</text>
  </g>`;
}

function drawEdge(edge: Edge, edges: readonly Edge[]): Html {
  const { points, label, anchor } = routeOf(place(edge, edges));
  const [first] = edge.who;
  const actor = first === 'operator' ? 'system' : first;
  const line = points.map(({ x, y }) => `${x},${y}`).join(' ');
  return html`<g class="edge by-${actor}">
    <polyline points="${line}" />
    <polygon points="${arrowHead(points)}" />
    <text x="${label.x}" y="${label.y}" text-anchor="${anchor}">${edge.label}</text>
  </g>`;
}

/** Returns the corners of the arrow head at the end of a line. */
function arrowHead(points: readonly Point[]): string {
  const tip = points.at(-1) ?? { x: 0, y: 0 };
  const before = points.at(-2) ?? tip;
  const [dx, dy] = [Math.sign(tip.x - before.x), Math.sign(tip.y - before.y)];
  const corner = (side: 1 | -1) => `${tip.x - dx * 9 + side * dy * 5},${tip.y - dy * 9 + side * dx * 5}`;
  return `${tip.x},${tip.y} ${corner(1)} ${corner(-1)}`;
}
