import type { Page } from '@playwright/test'

/** A text whose background axe could not tell: where it is, and in which colour it is written. */
interface TextOnPicture {
  selector: string
  boxes: { x: number; y: number; width: number; height: number }[]
  /** Red, green and blue from 0 to 255, and the opacity from 0 to 1. */
  color: [number, number, number, number]
  /** What WCAG 2.2 asks of text of this size. */
  needed: 3 | 4.5
}

/** How much of the background may be worse than the result: a star, or the edge of a shape. */
const SPARED_SHARE = 0.05

/**
 * The texts over a picture or gradient that are too hard to read on it, each with its contrast. Looks at the page
 * without its text, because axe only knows backgrounds of one colour.
 */
export async function findUnreadableOnPictures(page: Page, selectors: readonly string[]): Promise<string[]> {
  if (selectors.length === 0) return []
  const texts = await page.evaluate(locateTexts, selectors)
  if (texts.length === 0) return []
  await page.evaluate(hideText)
  const png = await takePicture(page)
  await page.evaluate(showText)
  return page.evaluate(judgeTexts, { png, texts, sparedShare: SPARED_SHARE })
}

/**
 * The visible part of the page as PNG in base64, one pixel for each CSS pixel. Playwright’s own screenshots take three
 * times as long, because they are compressed well.
 */
async function takePicture(page: Page): Promise<string> {
  const browser = await page.context().newCDPSession(page)
  try {
    // A clip is placed in the document, not on the screen.
    const clip = await page.evaluate(() => ({
      x: scrollX,
      y: scrollY,
      width: innerWidth,
      height: innerHeight,
      scale: 1 / devicePixelRatio,
    }))
    return (await browser.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true, clip })).data
  } finally {
    await browser.detach()
  }
}

/** Runs in the page. Leaves out what is covered, outside of the screen, or meant to fade out. */
function locateTexts(selectors: readonly string[]): TextOnPicture[] {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas')
  const colors = new Map<string, TextOnPicture['color']>()
  const colorOf = (value: string): TextOnPicture['color'] => {
    const known = colors.get(value)
    if (known) return known
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = value
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
    const color: TextOnPicture['color'] = [red, green, blue, alpha / 255]
    colors.set(value, color)
    return color
  }
  const selfAndAncestors = (element: Element) => {
    const found = []
    for (let each: Element | null = element; each; each = each.parentElement) found.push(each)
    return found
  }
  /** Not covered, not scrolled out of its box, and not behind a dialog. */
  const isVisible = (element: Element, box: DOMRect) => {
    const stack = document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    const depth = stack.findIndex((each) => element.contains(each))
    const above = stack.slice(0, Math.max(0, depth)).filter((each) => !each.contains(element))
    const isHit = depth >= 0 || getComputedStyle(element).pointerEvents === 'none'
    return isHit && above.every((each) => colorOf(getComputedStyle(each).backgroundColor)[3] < 0.5)
  }
  return selectors.flatMap((selector) => {
    const element = document.querySelector(selector)
    if (!element) return []
    const around = selfAndAncestors(element).map((each) => getComputedStyle(each))
    const [style] = around
    if (!style || around.some(({ maskImage }) => maskImage !== 'none')) return []
    const boxes = [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
      .flatMap((node) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        return [...range.getClientRects()]
      })
      .filter(
        (box) => box.width > 1 && box.x >= 0 && box.y >= 0 && box.right <= innerWidth && box.bottom <= innerHeight,
      )
      .filter((box) => isVisible(element, box))
    if (boxes.length === 0) return []
    const [red, green, blue, alpha] = colorOf(style.color)
    const opacity = around.reduce((product, each) => product * Number(each.opacity), alpha)
    const sizePx = Number.parseFloat(style.fontSize)
    const isLarge = sizePx >= 24 || (sizePx >= 18.66 && Number(style.fontWeight) >= 700)
    // The line of a small badge is higher than the badge, but its letters are not.
    const letters = boxes.map(({ x, y, width, height: line }) => {
      const height = Math.min(line, sizePx)
      return { x, y: y + (line - height) / 2, width, height }
    })
    return [{ selector, boxes: letters, color: [red, green, blue, opacity], needed: isLarge ? 3 : 4.5 }]
  })
}

/** Runs in the page. A constructed style sheet, since the content security policy forbids inline ones. */
async function hideText(): Promise<void> {
  // Selected text has colours of its own, which nothing hides: a double click before may have selected some.
  getSelection()?.removeAllRanges()
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`*, ::before, ::after, ::placeholder {
    -webkit-text-fill-color: transparent !important;
    text-decoration-color: transparent !important;
    text-shadow: none !important;
    transition: none !important;
  }`)
  document.adoptedStyleSheets.push(sheet)
  // Until it is on the screen.
  for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
}

/** Runs in the page. */
function showText(): void {
  document.adoptedStyleSheets.pop()
}

/** Runs in the page, which has a decoder for the picture. */
async function judgeTexts(wanted: { png: string; texts: TextOnPicture[]; sparedShare: number }): Promise<string[]> {
  const bytes = Uint8Array.from(atob(wanted.png), (character) => character.charCodeAt(0))
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas')
  context.drawImage(picture, 0, 0)
  const scale = picture.width / innerWidth
  /** The linear intensity of each channel value from 0 to 255. */
  const linear = Float64Array.from({ length: 256 }, (_, value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  const luminance = (red: number, green: number, blue: number) =>
    0.2126 * (linear[Math.round(red)] ?? 0) +
    0.7152 * (linear[Math.round(green)] ?? 0) +
    0.0722 * (linear[Math.round(blue)] ?? 0)
  const contrastOn = (color: TextOnPicture['color'], red: number, green: number, blue: number) => {
    const [textRed, textGreen, textBlue, alpha] = color
    const mix = (text: number, background: number) => text * alpha + background * (1 - alpha)
    const written = luminance(mix(textRed, red), mix(textGreen, green), mix(textBlue, blue))
    const background = luminance(red, green, blue)
    return (Math.max(written, background) + 0.05) / (Math.min(written, background) + 0.05)
  }
  /** On every third pixel, which is enough for a picture. */
  const contrastsIn = (color: TextOnPicture['color'], { x, y, width, height }: TextOnPicture['boxes'][number]) => {
    const size = [Math.ceil(width * scale), Math.ceil(height * scale)] as const
    const { data } = context.getImageData(Math.floor(x * scale), Math.floor(y * scale), ...size)
    const contrasts = []
    for (let at = 0; at + 2 < data.length; at += 12)
      contrasts.push(contrastOn(color, data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0))
    return contrasts
  }
  return wanted.texts.flatMap(({ selector, boxes, color, needed }) => {
    const contrasts = Float64Array.from(boxes.flatMap((box) => contrastsIn(color, box))).sort()
    const worst = (contrasts[Math.floor(contrasts.length * wanted.sparedShare)] ?? 21).toFixed(2)
    return Number(worst) < needed ? [`color-contrast on a picture, ${worst} of ${needed}, at ${selector}`] : []
  })
}
