import sharp from 'sharp'

/** The size that link previews require (Open Graph): 1.91 : 1. */
const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 48
const SHRINK_FACTOR = 10

/**
 * The preview image for links to a card: the whole portrait or cover in front of a darkened, blurred background of its
 * own colours, so that no head is cropped. JPEG, because some sites do not read WebP. `mark` is the AI content label.
 */
export async function createShareImage(picture: Buffer, mark?: string): Promise<Buffer> {
  // Blurring the small version looks the same and takes a hundredth of the time.
  const small = await sharp(picture)
    .resize(WIDTH / SHRINK_FACTOR, HEIGHT / SHRINK_FACTOR, { fit: 'cover', position: 'top' })
    .blur(4)
    .modulate({ brightness: 0.55 })
    .png()
    .toBuffer()
  const ground = await sharp(small).resize(WIDTH, HEIGHT, { kernel: 'cubic' }).png({ compressionLevel: 1 }).toBuffer()
  const figure = await sharp(picture)
    .resize(WIDTH - 2 * MARGIN, HEIGHT - MARGIN, { fit: 'inside' })
    .toBuffer({ resolveWithObject: true })
  const { width, height } = figure.info
  const shared = sharp(ground)
    .composite([
      {
        input: await roundCorners(figure.data, width, height),
        left: Math.round((WIDTH - width) / 2),
        top: Math.round((HEIGHT - height) / 2),
      },
    ])
    .jpeg({ quality: 80 })
  return (mark === undefined ? shared : shared.withXmp(mark)).toBuffer()
}

/** Rounds the corners like those of a clothbound book: a square spine, a round fore-edge. */
async function roundCorners(picture: Buffer, width: number, height: number): Promise<Buffer> {
  const [spine, edge] = [8, 28]
  const shape = Buffer.from(
    `<svg width="${width}" height="${height}"><path d="M${spine} 0H${width - edge}a${edge} ${edge} 0 0 1 ${edge} ${edge}V${
      height - edge
    }a${edge} ${edge} 0 0 1 -${edge} ${edge}H${spine}a${spine} ${spine} 0 0 1 -${spine} -${spine}V${spine}a${spine} ${spine} 0 0 1 ${spine} -${spine}z"/></svg>`,
  )
  return sharp(picture)
    .composite([{ input: shape, blend: 'dest-in' }])
    .png({ compressionLevel: 1 })
    .toBuffer()
}
