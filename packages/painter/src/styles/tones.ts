import { scenery, sheet } from '../house-style.ts'
import type { Stage } from '../stage.ts'
import { lightness } from './recolour.ts'

/** A function that gives the paint for a colour by how light it is: the first step whose limit is above it. */
export const bySteps =
  (steps: readonly (readonly [limit: number, paint: string])[], lift = 0) =>
  (colour: string): string => {
    const light = lightness(colour) + lift
    return (steps.find(([limit]) => light < limit) ?? steps[steps.length - 1] ?? [1, colour])[1]
  }

/** The place with a flat ground in place of the gradient. */
export const flatScenery = (stage: Stage, ground: string): string =>
  scenery(stage).replace(/<rect[^>]*fill="url\(#\w+b\)"[^>]*\/>/, sheet(stage, `fill="${ground}"`))

/** The figure and what is held before it. */
export const people = ({ layers, place, prop }: Stage): string =>
  `<g transform="${place}">${layers.join('')}</g>${prop}`
