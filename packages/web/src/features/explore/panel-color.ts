/** The luminance (WCAG 2) above which light text on a colour is below AAA. */
const MAX_LUMINANCE = 0.05

/** The colour of the panel beside a scene, which continues its edge: dark enough for light text in either theme. */
export function panelColor(edge: string): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(edge.slice(at, at + 2), 16))
  if (!/^#[0-9a-f]{6}$/i.test(edge)) return ''
  let factor = 1
  while (luminance(channels.map((channel) => channel * factor)) > MAX_LUMINANCE) factor -= 0.02
  const darkened = channels.map((channel) => Math.round(channel * factor))
  return `#${darkened.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** Relative luminance of channels from 0 to 255, as WCAG 2 defines it. */
export function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
