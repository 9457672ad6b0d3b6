import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { BANDS, createBandedImage } from '../support/banded-image.ts'
import { expect, signInByApi, test } from '../support/fixtures.ts'

type Band = keyof typeof BANDS

/** The band of a `createBandedImage` that an image shows at a point, given as fractions of its width and height. */
async function bandAt(page: Page, picture: Buffer, [x, y]: readonly [number, number]): Promise<Band> {
  const colour = await page.evaluate(
    async ([base64, x, y]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes]))
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
      const context = canvas.getContext('2d')
      context?.drawImage(bitmap, 0, 0)
      const pixel = context?.getImageData(Math.floor(bitmap.width * x), Math.floor(bitmap.height * y), 1, 1)
      return [...(pixel?.data ?? [])].slice(0, 3)
    },
    [picture.toString('base64'), x, y] as const,
  )
  const distance = (band: Band) => Math.hypot(...BANDS[band].map((value, index) => value - (colour[index] ?? 0)))
  const [nearest] = (Object.keys(BANDS) as Band[]).sort((a, b) => distance(a) - distance(b)) // the keys of BANDS
  if (!nearest || distance(nearest) > 40) throw new Error(`No band has the colour ${colour.join()}`)
  return nearest
}

const CENTRE = [0.5, 0.5] as const
/** Left, top, right and bottom, inside the round frame. */
const RIM = [
  [0.04, 0.5],
  [0.5, 0.04],
  [0.96, 0.5],
  [0.5, 0.96],
] as const

async function expectToShow(page: Page, shown: Locator, band: Band): Promise<void> {
  for (const point of [CENTRE, ...RIM]) {
    await expect.poll(async () => bandAt(page, await shown.screenshot(), point)).toBe(band)
  }
}

/** Saves, and checks the stored image and the avatar on Me. */
async function expectSaved(page: Page, band: Band): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Your picture' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const address = (await page.locator('.set-row .person img').getAttribute('src')) ?? ''
  const stored = await (await page.request.get(address)).body()
  for (const point of [CENTRE, ...RIM]) expect(await bandAt(page, stored, point)).toBe(band)
}

for (const [shape, width, height, slider] of [
  ['landscape', 900, 300, 'Move left or right'],
  ['portrait', 300, 900, 'Move up or down'],
] as const) {
  test(`the preview of a ${shape} photo shows what is saved, by slider and by dragging`, { tag: '@desktop' }, async ({
    page,
    journey,
  }) => {
    await signInByApi(page, journey)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/set#account')
    const row = page.getByRole('button', { name: /Your picture/ })
    const dialog = page.getByRole('dialog', { name: 'Your picture' })
    const shown = dialog.locator('.avatar-window')
    const choose = async () => {
      await row.click()
      const photo = { name: 'me.png', mimeType: 'image/png', buffer: createBandedImage(width, height) }
      await dialog.locator('input[type=file]').setInputFiles(photo)
      await expectToShow(page, shown, 'middle')
    }

    await choose()
    const place = dialog.getByLabel(slider)
    await place.focus()
    await page.keyboard.press('Home')
    await expectToShow(page, shown, 'first')
    await page.keyboard.press('End')
    await expectToShow(page, shown, 'last')
    await expectAccessible(page)
    await expectSaved(page, 'last')

    // Dragged towards the end by the width of the frame: the picture follows, and its first third is in the frame.
    await choose()
    const box = await shown.boundingBox()
    if (!box) throw new Error('The window is not shown')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    const [across, down] = width > height ? [box.width, 0] : [0, box.height]
    await page.mouse.move(x + across, y + down, { steps: 5 })
    await page.mouse.up()
    await expect(place).toHaveValue('0')
    await expectToShow(page, shown, 'first')
    await expectSaved(page, 'first')

    await page.goto('/me')
    const disc = page.locator('.me-who .person')
    expect(await disc.locator('img').boundingBox()).toMatchObject({ width: 68, height: 68 })
    await expectToShow(page, disc, 'first')
  })
}
