import type { Appearance } from '@everkin/contract/appearance.ts'

/** `--ek-page` of each theme, as sRGB. */
const PAGE_COLOURS = { dark: '#1b1119', light: '#f9f3f0', lamplight: '#251b13' }

/** The colour of the browser's own bars and controls. With the system's theme, the browser chooses. */
export function ThemeColours({ theme }: { theme: Appearance['theme'] }) {
  if (theme !== 'system') {
    return (
      <>
        <meta name="color-scheme" content={theme === 'light' ? 'light' : 'dark'} />
        <meta name="theme-color" content={PAGE_COLOURS[theme]} />
      </>
    )
  }
  return (
    <>
      <meta name="color-scheme" content="dark light" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={PAGE_COLOURS.light} />
      <meta name="theme-color" content={PAGE_COLOURS.dark} />
    </>
  )
}
