import type { Queryable } from '../../../platform/db/database.ts'

/** A number for the transparency report of a year. */
export interface Figure {
  /** What is counted; the page has a text for it, `desk.figures.<figure>`. */
  figure: string
  /** The reason, outcome or kind; null for the whole. */
  key: string | null
  value: number
}

/** What a module contributes to the figures: counts of what happened from one instant up to another. */
export type FigureSource = (db: Queryable, span: { from: Date; to: Date }) => Promise<Figure[]>
