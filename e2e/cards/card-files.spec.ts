import { readFileSync } from 'node:fs'
import { fullCard, pngOf, textChunk, zipWith } from '@everkin/testing/card-files/card-file-builders.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, signInByApi, test } from '../support/fixtures.ts'

const json = (value: unknown) => Buffer.from(JSON.stringify(value), 'utf8')

function file(name: string, buffer: Buffer) {
  return { name, buffer, mimeType: 'application/octet-stream' }
}

test('imports several files at once, reports the age in one, saves it, and exports it as it came and as it is now', {
  tag: '@desktop',
}, async ({ page, journey }) => {
  await signInByApi(page, journey)
  const card = fullCard()
  const original = pngOf([textChunk('ccv3', card)])
  const bram = { ...card, data: { ...card.data, name: 'Bram Castellan', nickname: '' } }
  await page.goto('/createSingle/import')
  await expect(page.getByRole('heading', { level: 1, name: 'Import a character' })).toBeVisible()
  await page
    .locator('.import-drop input[type=file]')
    .first()
    .setInputFiles([
      file('sunniva.png', original),
      file('bram castellan.charx', zipWith([{ name: 'card.json', bytes: JSON.stringify(bram) }])),
      file('harbour-world.json', json({ name: 'H', entries: { 0: { uid: 0, key: ['harbour'], content: 'Ships.' } } })),
      file('old_backup.png', pngOf([])),
    ])
  const files = page.getByRole('list', { name: 'Files' })
  await expect(files.getByText('There’s no card in this file.')).toBeVisible()
  await expect(files.getByText('V3 card · PNG')).toBeVisible()
  const shown = page.getByRole('article', { name: 'Sunniva' })
  await expect(shown.getByText('Lorebook entries: 2')).toBeVisible()
  await expectAccessible(page, { within: 'main' })

  await expect(shown.getByRole('button', { name: 'Save as draft' })).toBeVisible()
  await shown.getByRole('textbox', { name: 'Age' }).fill('17')
  await shown.getByRole('button', { name: 'Set age' }).click()
  await expect(shown.getByText('Every character must be an adult')).toBeVisible()
  await shown.getByRole('textbox', { name: 'Age' }).fill('34')
  await shown.getByRole('button', { name: 'Set age' }).click()
  await expect(shown.getByText('Sunniva is 34.')).toBeVisible()
  await shown.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(shown.getByRole('link', { name: 'View card' })).toBeVisible()

  await files.getByRole('button', { name: 'Choose a character' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add: Sunniva' }).click()
  await expect(files.getByText('Added to Sunniva')).toBeVisible()

  await files.getByRole('button', { name: /bram castellan/ }).click()
  await expect(page.getByRole('article', { name: 'Bram Castellan' })).toBeVisible()
  await files.getByRole('button', { name: /sunniva/ }).click()
  await shown.getByRole('link', { name: 'View card' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sunniva' })).toBeVisible()

  const download = async () => {
    const coming = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click()
    return readFileSync(await (await coming).path())
  }
  await page.getByRole('button', { name: 'Export Sunniva' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: 'Original file' }).check()
  expect(await download()).toEqual(original)
  await page.getByRole('button', { name: 'Export Sunniva' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: 'JSON' }).check()
  await page.getByRole('dialog').getByRole('radio', { name: 'V2', exact: true }).check()
  await expect(page.getByRole('dialog').getByText('Group openings: 1')).toBeVisible()
  await page.getByRole('dialog').getByRole('radio', { name: 'V3', exact: true }).check()
  const taken = JSON.parse((await download()).toString('utf8')) as ReturnType<typeof fullCard>
  expect(taken.oddRoot).toEqual(card.oddRoot)
  expect(taken.data).toMatchObject({ oddData: 'kept', first_mes: card.data.first_mes, tags: card.data.tags })
  expect(taken.data.character_book).toMatchObject({
    oddBook: [],
    entries: [{ oddEntry: { x: 1 } }, {}, { keys: ['harbour'] }],
  })
  expect(taken.data.extensions).toMatchObject({ odd: { a: null }, everkin: { age: 34 } })
})
