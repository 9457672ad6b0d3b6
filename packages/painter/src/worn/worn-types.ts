/** Glasses round the middle of the face at `fx`, turned by `turn`. */
export type Glasses = (fx: number, turn: number, colour: string) => string

/** A hat for a head of 95 units half width, scaled with the hair. */
export type Hat = (tones: readonly [light: string, shade: string, trim: string]) => string
