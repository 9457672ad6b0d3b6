/** Where a figure stands on the page: the point of it that is put at x, y, and how large. */
export interface Framing {
  x: number
  y: number
  scale: number
}
