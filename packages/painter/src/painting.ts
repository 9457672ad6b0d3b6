/**
 * What a style makes of someone: a drawing, and what is done to its pixels when it has been drawn. Lines and textures
 * over a whole page are many times quicker there than in SVG, and look the same.
 */
export interface Painting {
  /** SVG */
  drawing: string
  /**
   * A second drawing (SVG) of the same page, for the passes alone and drawn at half the size: where the first set of
   * lines is seen it is red, where the second is, green; yellow shows both and black none.
   */
  tones?: string
  /** in this order, each in about 10 ms */
  passes?: readonly Pass[]
}

/** Rows of red, green and blue, a byte each. */
export interface Pixels {
  data: Uint8Array
  width: number
  height: number
}

/** Changes a picture in place; the tones are half as wide and half as high, or a pixel more than half. */
export type Pass = (picture: Pixels, tones?: Pixels) => void
