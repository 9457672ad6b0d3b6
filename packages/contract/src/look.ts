/** How the pages look on one device. It is kept in a cookie, so that the server draws them so at once. */
export interface Look {
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

export const LOOK_COOKIE = 'look'

export const DEFAULT_LOOK: Readonly<Look> = { theme: 'system', size: 100, motion: 'auto' }

/** Reads `<theme>-<size>-<motion>`; each part that is missing or unknown is the default's. Never throws. */
export function parseLook(cookie: string | null | undefined): Look {
  const [theme, size, motion] = (cookie ?? '').split('-')
  return {
    theme: THEMES.find((known) => known === theme) ?? DEFAULT_LOOK.theme,
    size: TEXT_SIZES.find((known) => String(known) === size) ?? DEFAULT_LOOK.size,
    motion: MOTIONS.find((known) => known === motion) ?? DEFAULT_LOOK.motion,
  }
}

/** What `parseLook` reads. */
export function formatLook(look: Look): string {
  return `${look.theme}-${look.size}-${look.motion}`
}
