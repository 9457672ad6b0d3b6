import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PICTURE_WIDTHS, SHARE_PICTURE } from '@everkin/contract/stored-pictures.ts'
import sharp from 'sharp'
import { IMAGE_DIMENSIONS, rasterize } from '../providers/image-model/rasterize.ts'
import { aiContentLabel } from '../providers/media/ai-content-label.ts'
import { createShareImage } from '../providers/media/share-image.ts'
import { drawBrand } from './draw-brand.ts'
import { libraryCovers } from './library-covers.ts'
import { libraryScenes } from './library-scenes.ts'

const ROOT = new URL('../../../../', import.meta.url)
const FOLDERS = ['library/portraits/', 'library/covers/'] as const
/** The sources that determine a painted cover; a folder ends in a slash. */
const COVER_SOURCES = [
  'packages/painter/src/',
  'library/image-templates.json',
  'packages/server/src/commands/library-covers.ts',
]
const SCENE_SOURCES = ['packages/painter/src/', 'packages/server/src/commands/library-scenes.ts']

/** A cover before it is scaled down. */
const LARGEST = IMAGE_DIMENSIONS.portrait
/** Small images are viewed from a distance, and many of them are loaded at once. */
const QUALITY: Record<(typeof PICTURE_WIDTHS)[number], number> = { 96: 60, 240: 62, 480: 70, 960: 76 }

/** The numbers of images that were drawn, and of those that were up to date. */
interface BuildCounts {
  made: number
  kept: number
}

/**
 * Draws the library's images in every width as `build/pictures/<name>/<width>.webp`, and the preview for shared links;
 * images newer than their source are kept.
 */
async function buildPictures(): Promise<BuildCounts> {
  const tally = { made: 0, kept: 0 }
  for (const folder of FOLDERS) {
    for (const file of readdirSync(new URL(folder, ROOT)).filter((name) => name.endsWith('.svg'))) {
      const source = fileURLToPath(new URL(folder + file, ROOT))
      const drawLargest = () => rasterise(readFileSync(source))
      add(tally, await draw({ name: basename(file, '.svg'), changedAt: statSync(source).mtimeMs, drawLargest }))
    }
  }
  return tally
}

/** Paints the covers of styles and templates, two at a time; they depend on the painter and on their descriptions. */
async function buildCovers(): Promise<BuildCounts> {
  const tally = { made: 0, kept: 0 }
  const changedAt = newestIn(COVER_SOURCES)
  const covers = libraryCovers()
  const paintNext = async (): Promise<void> => {
    for (let cover = covers.shift(); cover; cover = covers.shift()) {
      const { name, isShared, paint } = cover
      const drawLargest = async () => (await rasterize(paint(), LARGEST)).png({ compressionLevel: 1 }).toBuffer()
      add(tally, await draw({ name, changedAt, drawLargest, isPainted: true, isShared }))
    }
  }
  await Promise.all([paintNext(), paintNext()])
  return tally
}

/** Paints the scenes of the library's characters. */
async function buildScenes(): Promise<BuildCounts> {
  const tally = { made: 0, kept: 0 }
  const changedAt = newestIn(SCENE_SOURCES)
  for (const { name, drawing } of libraryScenes()) {
    const drawLargest = () => rasterise(Buffer.from(drawing()))
    add(tally, await draw({ name, changedAt, drawLargest, isPainted: true }))
  }
  return tally
}

function add(tally: BuildCounts, { made, kept }: BuildCounts): void {
  tally.made += made
  tally.kept += kept
}

interface ImageSource {
  /** its folder in `build/pictures` */
  name: string
  /** when its newest source was changed */
  changedAt: number
  /** at the largest width */
  drawLargest: () => Promise<Buffer>
  /** by the painter: the file is labelled so, and encoded in a quarter of the time, which its flat colours allow */
  isPainted?: boolean
  /** it has its own page, whose URL can be shared */
  isShared?: boolean
}

async function draw({
  name,
  changedAt,
  drawLargest,
  isPainted = false,
  isShared = true,
}: ImageSource): Promise<BuildCounts> {
  const target = fileURLToPath(new URL(`build/pictures/${name}/`, ROOT))
  const missing = PICTURE_WIDTHS.filter((width) => isOlder(`${target}${width}.webp`, changedAt))
  const wantsShare = isShared && isOlder(target + SHARE_PICTURE, changedAt)
  const made = missing.length + Number(wantsShare)
  if (made > 0) {
    mkdirSync(target, { recursive: true })
    const drawn = await drawLargest()
    const mark = isPainted ? aiContentLabel('algorithmicMedia') : undefined
    for (const width of missing) {
      const picture = sharp(drawn)
        .resize(width)
        .webp({ quality: QUALITY[width], effort: isPainted ? 2 : 4, smartSubsample: !isPainted })
      await (mark === undefined ? picture : picture.withXmp(mark)).toFile(`${target}${width}.webp`)
    }
    if (wantsShare) writeFileSync(target + SHARE_PICTURE, await createShareImage(drawn, mark))
  }
  return { made, kept: PICTURE_WIDTHS.length + Number(isShared) - made }
}

function isOlder(target: string, changedAt: number): boolean {
  return !existsSync(target) || statSync(target).mtimeMs < changedAt
}

function newestIn(paths: readonly string[]): number {
  return Math.max(
    ...paths.flatMap((path) => {
      const url = new URL(path, ROOT)
      if (!path.endsWith('/')) return [statSync(url).mtimeMs]
      return readdirSync(url, { recursive: true, encoding: 'utf8' }).map((file) => statSync(new URL(file, url)).mtimeMs)
    }),
  )
}

/** Rendered once at the largest size, so that lines stay sharp whatever size the file declares. */
async function rasterise(svg: Buffer): Promise<Buffer> {
  const { width: ownWidth = 960 } = await sharp(svg).metadata()
  const largest = Math.max(...PICTURE_WIDTHS)
  return sharp(svg, { density: Math.min(2400, (72 * largest) / ownWidth) })
    .resize(largest)
    .png({ compressionLevel: 1 })
    .toBuffer()
}

const pictures = await buildPictures()
const covers = await buildCovers()
const scenes = await buildScenes()
const brand = await drawBrand()
const made = pictures.made + covers.made + scenes.made + brand.made
const kept = pictures.kept + covers.kept + scenes.kept + brand.kept
console.log(made === 0 ? `Pictures: ${kept} up to date.` : `Pictures: ${made} drawn, ${kept} up to date.`)
