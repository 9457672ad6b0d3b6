/** How the pages look on one device. It is kept in a cookie, so that the server draws them so at once. */
export interface Appearance {
  /** `system` follows the device. */
  theme: (typeof THEMES)[number]
  /** Size of the text, in per cent of what the browser is set to. */
  size: (typeof TEXT_SIZES)[number]
  /** `auto` follows the device; `less` holds still whatever the device says. */
  motion: (typeof MOTIONS)[number]
}

export const THEMES = ['system', 'dark', 'light'] as const
export const TEXT_SIZES = [100, 112, 125, 150] as const
export const MOTIONS = ['auto', 'less'] as const

export const APPEARANCE_COOKIE = 'look'

export const DEFAULT_APPEARANCE: Readonly<Appearance> = { theme: 'system', size: 100, motion: 'auto' }

/** Reads `<theme>-<size>-<motion>`; each part that is missing or unknown is the default's. Never throws. */
export function parseAppearance(cookie: string | null | undefined): Appearance {
  const [theme, size, motion] = (cookie ?? '').split('-')
  return {
    theme: THEMES.find((known) => known === theme) ?? DEFAULT_APPEARANCE.theme,
    size: TEXT_SIZES.find((known) => String(known) === size) ?? DEFAULT_APPEARANCE.size,
    motion: MOTIONS.find((known) => known === motion) ?? DEFAULT_APPEARANCE.motion,
  }
}

/** What `parseLook` reads. */
export function formatAppearance(look: Appearance): string {
  return `${look.theme}-${look.size}-${look.motion}`
}
