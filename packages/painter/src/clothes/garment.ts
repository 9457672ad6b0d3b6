/** What is worn, in five tones (cloth, its shadow, trim, its shadow, accent) round a neck of `neck` units half width. */
export type Garment = (
  tones: readonly [light: string, shade: string, trim: string, trimShade: string, accent: string],
  neck: number,
) => string
