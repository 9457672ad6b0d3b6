import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isLocale, type Locale } from '@everkin/contract/locales.ts'
import { createLog } from '@everkin/server/platform/log.ts'
import { loadTexts } from '@everkin/server/platform/texts.ts'
import { type Browser, chromium, devices, type Page } from '@playwright/test'
import config from '../../playwright.config.ts'
import { withEverkin } from '../support/fixtures.ts'
import { createViewers, type People, type Samples, VIEWERS } from './people.ts'
import type { Scene } from './scene.ts'
import { SCENES } from './scenes.ts'

/** Takes screenshots of every page into `shots/`: see docs/adding-things.md. */

const FOLDER = new URL('../../shots/', import.meta.url)
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } } as const
const THEMES = ['dark', 'light'] as const
/** Some pages are endless; a screenshot ends here. */
const MAX_HEIGHT_PX = 5_000

type Size = keyof typeof SIZES

interface ShotOptions {
  scenes: readonly Scene[]
  locales: readonly Locale[]
  sizes: readonly Size[]
}

function parseShotOptions(): ShotOptions {
  const { values } = parseArgs({
    options: {
      page: { type: 'string', multiple: true },
      locale: { type: 'string', multiple: true },
      size: { type: 'string', multiple: true },
    },
  })
  const { page: pages, locale: locales = ['en', 'ar'], size: sizes = Object.keys(SIZES) } = values
  const scenes = SCENES.filter(({ name }) => !pages || pages.includes(name))
  const isSize = (size: string): size is Size => Object.hasOwn(SIZES, size)
  if (scenes.length === 0) throw new Error(`No such page. Pages: ${SCENES.map(({ name }) => name).join(', ')}.`)
  if (!locales.every(isLocale)) throw new Error('A locale must be the code of one of the eight languages.')
  if (!sizes.every(isSize)) throw new Error('A size must be phone or desktop.')
  return { scenes, locales: locales.filter(isLocale), sizes: sizes.filter(isSize) }
}

const texts = loadTexts(createLog('silent'))

/** Every screenshot of one size; the sizes are taken in parallel. */
async function takeSize(
  browser: Browser,
  origin: string,
  { cookies, samples }: People,
  size: Size,
  shotOptions: ShotOptions,
): Promise<Shot[]> {
  const shots: Shot[] = []
  for (const as of VIEWERS) {
    const scenes = shotOptions.scenes.filter((scene) => scene.as === as && (scene.only ?? size) === size)
    for (const locale of shotOptions.locales) {
      const context = await browser.newContext({
        baseURL: origin,
        viewport: SIZES[size],
        isMobile: size === 'phone',
        hasTouch: size === 'phone',
        ...(size === 'phone' && { userAgent: devices['Pixel 7'].userAgent }),
        reducedMotion: 'reduce',
        locale: 'en-GB',
        timezoneId: 'Europe/Berlin',
      })
      if (as !== 'visitor') await context.addCookies(cookies[as])
      const page = await context.newPage()
      for (const scene of scenes) shots.push(...(await takeScene(page, scene, samples, size, locale)))
      await context.close()
    }
  }
  return shots
}

/** The scene in both themes; failures are reported, and the others continue. */
async function takeScene(page: Page, scene: Scene, samples: Samples, size: Size, locale: Locale): Promise<Shot[]> {
  const shots: Shot[] = []
  try {
    await page.setViewportSize(SIZES[size])
    await page.goto(scene.address(locale, samples), { waitUntil: 'load' })
    const say = texts.translate(locale)
    await scene.prepare?.(page, say)
    if (!scene.screenOnly)
      await page.setViewportSize({ ...SIZES[size], height: await heightOf(page, SIZES[size].height) })
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await waitForAssets(page)
      const file = `${scene.name.replaceAll(' ', '-')}-${size}-${theme}-${locale}.jpg`
      await page.screenshot({ path: new URL(file, FOLDER).pathname, type: 'jpeg', quality: 82, animations: 'disabled' })
      shots.push({ scene: scene.name, size, theme, locale, file })
    }
    // The screen of a phone widens with what stands out of the page, and everything gets smaller.
    const width = await page.evaluate(() => innerWidth)
    if (width > SIZES[size].width) throw new Error(`the page is ${width} pixels wide`)
  } catch (error) {
    console.error(`${scene.name}, ${size}, ${locale}: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
  return shots
}

/** The screen grows to the page's length, so that fixed elements are at its end and not in its middle. */
async function heightOf(page: Page, least: number): Promise<number> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  return Math.min(MAX_HEIGHT_PX, Math.max(least, height))
}

/** Waits for fonts and images; one that does not load is skipped. */
async function waitForAssets(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    const pictures = [...document.images].filter((image) => !image.complete)
    const loaded = pictures.map((image) => new Promise((resolve) => image.addEventListener('load', resolve)))
    await Promise.race([Promise.all(loaded), new Promise((resolve) => setTimeout(resolve, 1_500))])
    await new Promise((resolve) => requestAnimationFrame(resolve))
  })
}

const shotOptions = parseShotOptions()
const started = performance.now()
await withEverkin(async (journey) => {
  const browser = await chromium.launch(config.use?.launchOptions)
  try {
    const people = await createViewers(browser, journey)
    rmSync(FOLDER, { recursive: true, force: true })
    mkdirSync(FOLDER, { recursive: true })
    const taken = await Promise.all(
      shotOptions.sizes.map((size) => takeSize(browser, journey.app.origin, people, size, shotOptions)),
    )
    const order = new Map(SCENES.map(({ name }, at) => [name, at]))
    const shots = taken.flat().sort((one, other) => (order.get(one.scene) ?? 0) - (order.get(other.scene) ?? 0))
    writeFileSync(new URL('index.html', FOLDER), contactSheet(shots))
    const seconds = Math.round((performance.now() - started) / 1_000)
    console.log(`${shots.length} screenshots in shots/, in ${seconds} s: open shots/index.html.`)
  } finally {
    await browser.close()
  }
})

/** A screenshot, by what it shows. */
export interface Shot {
  scene: string
  size: string
  theme: string
  locale: string
  file: string
}

/** All screenshots on one page, a row per scene, so that they can be compared side by side. */
export function contactSheet(shots: readonly Shot[]): string {
  const scenes = [...new Set(shots.map(({ scene }) => scene))]
  const rows = scenes.map((scene) => {
    const figures = shots
      .filter((shot) => shot.scene === scene)
      .map(
        ({ file, size, theme, locale }) =>
          `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy"></a><figcaption>${size} · ${theme} · ${locale}</figcaption></figure>`,
      )
    return `<section id="${scene}"><h2>${scene}</h2><div>${figures.join('')}</div></section>`
  })
  const links = scenes.map((scene) => `<a href="#${scene}">${scene}</a>`)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${shots.length} pictures of Everkin</title><style>
body { font: 14px/1.4 system-ui; margin: 1rem; background: #888; color: #111 }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem }
section > div { display: flex; gap: 0.75rem; overflow-x: auto; align-items: start }
figure { margin: 0; flex: none }
img { block-size: 26rem; max-inline-size: 42rem; object-fit: contain; object-position: top }
</style><h1>${shots.length} pictures</h1><nav>${links.join(' ')}</nav>${rows.join('\n')}</html>
`
}
