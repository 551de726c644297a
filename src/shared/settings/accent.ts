import { colorChannel, darken, getContrastRatio, lighten } from '@mui/system/colorManipulator';
import { t } from '../languages/translate.ts';
import { DEFAULT_ACCENT } from './settings.ts';

export const ACCENT_SCHEMES = ['light', 'dark'] as const;
type AccentScheme = (typeof ACCENT_SCHEMES)[number];

/**
 * WCAG 2.2 asks for 4.5:1 for text (success criterion 1.4.3), which includes the 3:1 for graphics (1.4.11).
 * MUI rounds luminances, hence a little more.
 */
const MIN_CONTRAST = 4.6;

/** Part by which an adapted accent moves toward black or white at a time. */
const STEP = 0.02;

/** Colours that suit a console, beginning with the default. */
export const ACCENT_SWATCHES = [
  { label: t`Blue`, accent: DEFAULT_ACCENT },
  { label: t`Indigo`, accent: '#3949ab' },
  { label: t`Purple`, accent: '#6a1b9a' },
  { label: t`Teal`, accent: '#00796b' },
  { label: t`Green`, accent: '#2e7d32' },
  { label: t`Amber`, accent: '#ffb300' },
  { label: t`Graphite`, accent: '#455a64' },
] as const;

interface SchemeRule {
  /** The backgrounds of the theme: of the page, and of what lies on it. */
  readonly page: string;
  readonly paper: string;
  /** Opacity of the accent over `paper` in a selected row under the pointer. */
  readonly tint: number;
  /** The color of text on the accent. */
  readonly contrastText: string;
  /** Moves an accent toward more contrast. */
  readonly adapt: (color: string, part: number) => string;
  /** The part by which a button darkens under the pointer. */
  readonly hover: number;
  /** MUI's shade of the track of a progress bar or a slider. */
  readonly track: (color: string) => string;
}

const RULES: Record<AccentScheme, SchemeRule> = {
  light: {
    page: '#f5f6f8',
    paper: '#ffffff',
    tint: 0.12,
    contrastText: '#ffffff',
    adapt: darken,
    hover: 0.3,
    track: (color) => lighten(color, 0.62),
  },
  dark: {
    page: '#101418',
    paper: '#191e24',
    tint: 0.24,
    contrastText: '#0c1722',
    adapt: lighten,
    hover: 0.15,
    track: (color) => darken(color, 0.5),
  },
};

/** The blue that MUI pairs with the default in dark themes. */
const DEFAULT_DARK = '#90caf9';

/** An accent as one theme shows it. */
export interface AccentShades {
  readonly main: string;
  /** Buttons under the pointer. */
  readonly dark: string;
  readonly light: string;
  /** Text on `main` and `dark`. */
  readonly contrastText: string;
  /** The lowest contrast of `main` with what it is shown on, or of text on it. */
  readonly ratio: number;
  /** The same for the chosen color itself. */
  readonly chosenRatio: number;
  /** True when `main` is not the chosen color. */
  readonly isAdapted: boolean;
}

/**
 * Returns the shades of an accent (`#rrggbb`) in both themes. One that would be hard to read is darkened or lightened
 * until text in it and on it reaches WCAG AA, which every color does at the latest as black or white.
 */
export function deriveAccent(accent: string): Record<AccentScheme, AccentShades> {
  return { light: deriveShades(accent, 'light'), dark: deriveShades(accent, 'dark') };
}

function deriveShades(accent: string, scheme: AccentScheme): AccentShades {
  const rule = RULES[scheme];
  const start = accent === DEFAULT_ACCENT && scheme === 'dark' ? DEFAULT_DARK : accent;
  let main = start;
  for (let part = STEP; measure(main, rule) < MIN_CONTRAST; part += STEP) {
    main = toHex(rule.adapt(start, Math.min(part, 1)));
  }
  return {
    main,
    dark: toHex(darken(main, rule.hover)),
    light: toHex(lighten(main, 0.2)),
    contrastText: rule.contrastText,
    ratio: measure(main, rule),
    chosenRatio: measure(accent, rule),
    isAdapted: main !== accent,
  };
}

/** Returns the lowest contrast of an accent with surfaces, tinted ones included, and with the text on it. */
function measure(main: string, { page, paper, tint, contrastText, hover }: SchemeRule): number {
  const behind = [page, paper, mixColors(paper, main, tint)];
  return Math.min(
    ...behind.map((surface) => getContrastRatio(main, surface)),
    ...[main, darken(main, hover)].map((button) => getContrastRatio(contrastText, button)),
  );
}

/** Returns the variables of MUI's theme that depend on the accent, for one of its schemes. */
export function accentVariables(accent: string, scheme: AccentScheme): Record<string, string> {
  const { main, dark, light, contrastText } = deriveAccent(accent)[scheme];
  const track = toHex(RULES[scheme].track(main));
  return {
    '--mui-palette-primary-main': main,
    '--mui-palette-primary-mainChannel': colorChannel(main),
    '--mui-palette-primary-dark': dark,
    '--mui-palette-primary-darkChannel': colorChannel(dark),
    '--mui-palette-primary-light': light,
    '--mui-palette-primary-lightChannel': colorChannel(light),
    '--mui-palette-primary-contrastText': contrastText,
    '--mui-palette-primary-contrastTextChannel': colorChannel(contrastText),
    '--mui-palette-LinearProgress-primaryBg': track,
    '--mui-palette-Slider-primaryTrack': track,
    '--mui-palette-Switch-primaryDisabledColor': track,
  };
}

/**
 * Returns the style sheet that gives a page the accent. Its rules are more specific than those of MUI's theme; pages
 * without that theme use `--accent-light` and `--accent-dark`. `--accent` tells which accent a page has.
 */
export function accentStyle(accent: string): string {
  const { light, dark } = deriveAccent(accent);
  const schemes = ACCENT_SCHEMES.map((scheme) =>
    renderRule(`:root[data-color-scheme="${scheme}"]`, accentVariables(accent, scheme)),
  );
  const shades = { '--accent': accent, '--accent-light': light.main, '--accent-dark': dark.main };
  return [renderRule(':root', shades), ...schemes].join('');
}

function renderRule(selector: string, variables: Readonly<Record<string, string>>): string {
  const declarations = Object.entries(variables).map(([name, value]) => `${name}:${value}`);
  return `${selector}{${declarations.join(';')}}`;
}

/**
 * Returns a color over another one. MUI has a function for it, which would join the scripts of the sign-in page with
 * the rest of its module.
 */
function mixColors(below: string, above: string, opacity: number): string {
  const over = channelsOf(above);
  return joinChannels(channelsOf(below).map((value, at) => value + ((over[at] ?? 0) - value) * opacity));
}

function toHex(color: string): string {
  return joinChannels(channelsOf(color));
}

function channelsOf(color: string): number[] {
  return colorChannel(color).split(' ').map(Number);
}

function joinChannels(channels: readonly number[]): string {
  return `#${channels.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}
