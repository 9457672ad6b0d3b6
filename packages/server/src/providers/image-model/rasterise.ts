import type { PictureSize } from '@everkin/painter/view.ts'

/** Pixels of each size. */
export const PIXELS: Record<PictureSize, { width: number; height: number }> = {
  portrait: { width: 960, height: 1280 },
  square: { width: 1024, height: 1024 },
  landscape: { width: 1280, height: 960 },
}
/** Pages are 800 units high; librsvg draws 72 to the inch. */
const PAGE_HEIGHT = 800
const QUALITY = 82

/** A drawing of the painter as a WebP that says what made it. */
export async function rasterise(svg: string, size: PictureSize): Promise<Uint8Array> {
  // With the first picture: a server where nobody makes one is lighter by libvips.
  const { default: sharp } = await import('sharp')
  const { width, height } = PIXELS[size]
  return sharp(Buffer.from(svg), { density: (72 * height) / PAGE_HEIGHT })
    .resize(width, height, { fit: 'cover' })
    .flatten({ background: '#000000' })
    .withXmp(AI_MARK)
    .webp({ quality: QUALITY, effort: 2 })
    .toBuffer()
}

/**
 * What the picture says of itself to machines [H3], in the words of the IPTC: drawn by an algorithm that was trained on
 * nothing (cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia).
 */
const AI_MARK = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
