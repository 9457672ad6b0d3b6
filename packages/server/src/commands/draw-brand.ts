import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const LIBRARY = new URL('../../../../library/', import.meta.url)
const PICTURES = new URL('../../../../build/pictures/', import.meta.url)

const ICON = 'brand/app-icon.svg'
const SHARE_CARD = 'brand/og-card.svg'
/** The character in the window of Everkin's own image. */
const SHARE_PORTRAIT = 'portraits/ilse.svg'

/** The drawing fills the square and is centred, so that a launcher may cut a circle out of it. */
const ICONS: Record<string, number> = {
  'app/192.png': 192,
  'app/512.png': 512,
  'app/maskable-512.png': 512,
  'app/apple-touch-180.png': 180,
}

const SHARE_PICTURE = 'share/everkin.png'

/** Draws the icons of the installed app and the preview image for shared links; returns how many it drew and kept. */
export async function drawBrand(): Promise<{ made: number; kept: number }> {
  const icons = Object.entries(ICONS).filter(([name]) => isOlder(name, [ICON]))
  for (const [name, size] of icons) await drawIcon(name, size)
  const wantsShare = isOlder(SHARE_PICTURE, [SHARE_CARD, SHARE_PORTRAIT])
  if (wantsShare) await drawShareCard()
  const made = icons.length + Number(wantsShare)
  return { made, kept: Object.keys(ICONS).length + 1 - made }
}

function isOlder(name: string, sources: readonly string[]): boolean {
  const target = new URL(name, PICTURES)
  if (!existsSync(target)) return true
  const madeMs = statSync(target).mtimeMs
  return sources.some((source) => statSync(new URL(source, LIBRARY)).mtimeMs > madeMs)
}

async function drawIcon(name: string, size: number): Promise<void> {
  await sharp(fileURLToPath(new URL(ICON, LIBRARY)), { density: 144 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toFile(targetOf(name))
}

/** It contains no text but the drawn name: the same image is shared in every language, and needs no font. */
async function drawShareCard(): Promise<void> {
  const portrait = await sharp(fileURLToPath(new URL(SHARE_PORTRAIT, LIBRARY)), { density: 110 })
    .resize(800)
    .png()
    .toBuffer()
  const card = readFileSync(new URL(SHARE_CARD, LIBRARY), 'utf8')
  const drawn = card.replace('href=""', `href="data:image/png;base64,${portrait.toString('base64')}"`)
  await sharp(Buffer.from(drawn), { unlimited: true })
    .png({ compressionLevel: 9, palette: true, quality: 90 })
    .toFile(targetOf(SHARE_PICTURE))
}

function targetOf(name: string): string {
  const target = fileURLToPath(new URL(name, PICTURES))
  mkdirSync(dirname(target), { recursive: true })
  return target
}
