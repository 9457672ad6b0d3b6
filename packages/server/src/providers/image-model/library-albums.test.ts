import { readdirSync } from 'node:fs'
import { KEEPSAKE_KINDS } from '@everkin/contract/entities/pictures.ts'
import { LOCALE_CODES } from '@everkin/contract/locales.ts'
import { WARDROBE } from '@everkin/painter/clothes/wardrobe.ts'
import { KEEPSAKE_TYPES } from '@everkin/painter/keepsakes/keepsakes.ts'
import { canSet } from '@everkin/painter/keepsakes/letters.ts'
import { PAPERS } from '@everkin/painter/keepsakes/paper.ts'
import { MOODS } from '@everkin/painter/moods.ts'
import { CLOTHS } from '@everkin/painter/parts/cloths.ts'
import { LIGHTS } from '@everkin/painter/parts/lights.ts'
import { PROPS } from '@everkin/painter/props/props.ts'
import { SCENES } from '@everkin/painter/scenes/scenes.ts'
import { PAGE_WIDTHS } from '@everkin/painter/view.ts'
import { HATS } from '@everkin/painter/worn/worn.ts'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { LIBRARY_FOLDER } from '../../platform/library-file.ts'
import { loadLibraryAlbums, paintAlbumItem, paintPoster } from './library-albums.ts'

const ALBUMS = loadLibraryAlbums()
const CHARACTERS = readdirSync(new URL('characters/', LIBRARY_FOLDER)).map((file) => file.replace('.json', ''))
const NAMES: Record<string, object> = {
  scene: SCENES,
  light: LIGHTS,
  mood: MOODS,
  clothes: WARDROBE,
  cloth: CLOTHS,
  hat: { ...HATS, none: 0 },
  prop: { ...PROPS, none: 0 },
  size: PAGE_WIDTHS,
  frame: { portrait: 0, close: 0, wide: 0 },
  pose: { front: 0, threeQuarter: 0, mirrored: 0 },
  time: { day: 0, night: 0 },
}

describe('the albums of the library', () => {
  it('exist for every character', () => {
    expect([...ALBUMS.keys()].sort()).toEqual(CHARACTERS.sort())
  })

  it.each([...ALBUMS])('have two portraits, two locked keepsakes or more, and one locked clip: %s', (_, items) => {
    const pictures = items.filter(({ kind, retired }) => kind === 'image' && !retired)
    const locked = pictures.filter(({ locked }) => locked)
    expect(pictures.length - locked.length).toBeGreaterThanOrEqual(2)
    expect(locked.length).toBeGreaterThanOrEqual(2)
    for (const { id, keepsake } of locked) expect(keepsake, id).toBeDefined()
    expect(items.filter(({ kind }) => kind === 'video').map(({ locked }) => locked)).toEqual([true])
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
  })

  it('use only the painter’s names, with a caption in every language', () => {
    for (const [character, items] of ALBUMS)
      for (const { id, view, captions } of items) {
        for (const [what, name] of Object.entries(view))
          expect(NAMES[what], `${character} ${id}`).toHaveProperty([name])
        expect(Object.keys(captions).sort()).toEqual([...LOCALE_CODES].sort())
      }
  })

  it('have keepsakes of kinds, papers and places that the painter knows, in letters that it can set', () => {
    expect([...KEEPSAKE_TYPES].sort()).toEqual([...KEEPSAKE_KINDS].sort())
    for (const [character, items] of ALBUMS)
      for (const { id, keepsake } of items) {
        if (!keepsake) continue
        const { paper, scene, heading, lines, note = '', mark = '' } = keepsake
        expect(Object.keys(PAPERS), `${character} ${id}`).toContain(paper)
        expect(Object.keys(SCENES), `${character} ${id}`).toContain(scene)
        for (const text of [heading, ...lines, note, mark])
          expect(canSet(text), `${character} ${id}: ${text}`).toBe(true)
      }
  })

  it('are rendered on demand', async () => {
    const { bytes, mediaType, width, height } = await paintAlbumItem('anneke', 'helm')
    expect(mediaType).toBe('image/webp')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height })
  })

  it('have a still image as a clip’s poster', async () => {
    expect(await paintPoster('yuki', 'clip')).toMatchObject({ mediaType: 'image/webp', width: 960, height: 1280 })
  })

  it.each([
    ['nobody', 'clip'],
    ['anneke', 'nothing'],
    ['../characters/anneke', 'clip'],
  ])('have no %s %s', async (character, item) => {
    await expect(paintAlbumItem(character, item)).rejects.toThrow()
  })
})
