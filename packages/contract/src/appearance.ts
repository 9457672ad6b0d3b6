/** The appearance of the pages on one device, stored in a cookie so that the server renders it right away. */
export interface Appearance {
  /** `system` follows the device. */
  theme: (typeof THEMES)[number]
  /** Text size, in per cent of the browser's setting. */
  size: (typeof TEXT_SIZES)[number]
  /** `auto` follows the device; `less` reduces motion whatever the device says. */
  motion: (typeof MOTIONS)[number]
  /** Whether messages of characters are plain text on the page, or in bubbles. */
  talk: (typeof REPLY_LAYOUTS)[number]
  /** Length of the lines of a chat. */
  lines: (typeof LINE_LENGTHS)[number]
}

export const THEMES = ['system', 'dark', 'light', 'lamplight'] as const
export const TEXT_SIZES = [90, 100, 112, 125, 150] as const
export const MOTIONS = ['auto', 'less'] as const
export const REPLY_LAYOUTS = ['page', 'bubbles'] as const
export const LINE_LENGTHS = ['usual', 'short', 'long'] as const

export const APPEARANCE_COOKIE = 'look'

export const DEFAULT_APPEARANCE: Readonly<Appearance> = {
  theme: 'system',
  size: 100,
  motion: 'auto',
  talk: 'page',
  lines: 'usual',
}

/** Parses `<theme>-<size>-<motion>-<talk>-<lines>`; a missing or unknown part becomes the default. Never throws. */
export function parseAppearance(cookie: string | null | undefined): Appearance {
  const [theme, size, motion, talk, lines] = (cookie ?? '').split('-')
  return {
    theme: THEMES.find((known) => known === theme) ?? DEFAULT_APPEARANCE.theme,
    size: TEXT_SIZES.find((known) => String(known) === size) ?? DEFAULT_APPEARANCE.size,
    motion: MOTIONS.find((known) => known === motion) ?? DEFAULT_APPEARANCE.motion,
    talk: REPLY_LAYOUTS.find((known) => known === talk) ?? DEFAULT_APPEARANCE.talk,
    lines: LINE_LENGTHS.find((known) => known === lines) ?? DEFAULT_APPEARANCE.lines,
  }
}

/** The inverse of `parseAppearance`. */
export function formatAppearance(look: Appearance): string {
  return `${look.theme}-${look.size}-${look.motion}-${look.talk}-${look.lines}`
}
