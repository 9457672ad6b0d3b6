import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PICTURE_WIDTHS, SHARE_PICTURE } from '@everkin/contract/limits.ts'
import sharp from 'sharp'
import { drawSharePicture } from '../providers/media/draw-share-picture.ts'
import { drawBrand } from './draw-brand.ts'

const ROOT = new URL('../../../../', import.meta.url)
const FOLDERS = ['library/portraits/', 'library/covers/'] as const

/** A small picture is looked at from afar, and many of them are loaded at once. */
const QUALITY: Record<(typeof PICTURE_WIDTHS)[number], number> = { 96: 60, 240: 62, 480: 70, 960: 76 }

/**
 * Draws the library's pictures in every width as `build/pictures/<name>/<width>.webp`, and the one for sharing; those
 * newer than their source stay.
 */
async function buildPictures(): Promise<{ made: number; kept: number }> {
  let made = 0
  let kept = 0
  for (const folder of FOLDERS) {
    for (const file of readdirSync(new URL(folder, ROOT)).filter((name) => name.endsWith('.svg'))) {
      const source = fileURLToPath(new URL(folder + file, ROOT))
      const target = fileURLToPath(new URL(`build/pictures/${basename(file, '.svg')}/`, ROOT))
      const missing = PICTURE_WIDTHS.filter((width) => isOlder(`${target}${width}.webp`, source))
      const wantsShare = isOlder(target + SHARE_PICTURE, source)
      if (missing.length > 0 || wantsShare) await draw(source, target, missing, wantsShare)
      const wanted = missing.length + Number(wantsShare)
      made += wanted
      kept += PICTURE_WIDTHS.length + 1 - wanted
    }
  }
  return { made, kept }
}

function isOlder(target: string, source: string): boolean {
  return !existsSync(target) || statSync(target).mtimeMs < statSync(source).mtimeMs
}

async function draw(
  source: string,
  target: string,
  widths: readonly (typeof PICTURE_WIDTHS)[number][],
  wantsShare: boolean,
): Promise<void> {
  mkdirSync(target, { recursive: true })
  const { width: ownWidth = 960 } = await sharp(source).metadata()
  const largest = Math.max(...PICTURE_WIDTHS)
  // Drawn once at the largest size, so that lines stay sharp whatever size the file calls its own.
  const drawn = await sharp(source, { density: Math.min(2400, (72 * largest) / ownWidth) })
    .resize(largest)
    .png({ compressionLevel: 1 })
    .toBuffer()
  for (const width of widths) {
    await sharp(drawn)
      .resize(width)
      .webp({ quality: QUALITY[width], effort: 4, smartSubsample: true })
      .toFile(`${target}${width}.webp`)
  }
  if (wantsShare) writeFileSync(target + SHARE_PICTURE, await drawSharePicture(drawn))
}

const pictures = await buildPictures()
const brand = await drawBrand()
const made = pictures.made + brand.made
const kept = pictures.kept + brand.kept
console.log(made === 0 ? `Pictures: ${kept} up to date.` : `Pictures: ${made} drawn, ${kept} up to date.`)
