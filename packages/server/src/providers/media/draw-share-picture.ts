import sharp from 'sharp'

/** What the places where addresses are shared ask for (Open Graph): 1.91 : 1. */
const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 48
const SHRUNK = 10

/**
 * The picture shown where a card's address is shared: the whole portrait or cover before a darkened, blurred ground of
 * its own colours, so that no head is cut. JPEG, because some of those places do not read WebP. `mark` is what the file says of its making.
 */
export async function drawSharePicture(picture: Buffer, mark?: string): Promise<Buffer> {
  // Blurred while it is small, which looks the same and takes a hundredth of the time.
  const small = await sharp(picture)
    .resize(WIDTH / SHRUNK, HEIGHT / SHRUNK, { fit: 'cover', position: 'top' })
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
        input: await rounded(figure.data, width, height),
        left: Math.round((WIDTH - width) / 2),
        top: Math.round((HEIGHT - height) / 2),
      },
    ])
    .jpeg({ quality: 80 })
  return (mark === undefined ? shared : shared.withXmp(mark)).toBuffer()
}

/** With the corners of a clothbound book: a square spine, a round fore-edge. */
async function rounded(picture: Buffer, width: number, height: number): Promise<Buffer> {
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
