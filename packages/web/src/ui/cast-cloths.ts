import { CLOTHS, placeOf } from './cloth.ts'

/**
 * The cloths of those who stand together, in the order of their ids: each has the own one, or the next that nobody
 * before has, so that no two of up to eight are alike.
 */
export function clothClasses(ids: readonly string[]): string[] {
  const taken = new Set<number>()
  return ids.map((id) => {
    const own = placeOf(id)
    let place = own
    while (taken.has(place) && taken.size < CLOTHS.length) place = (place + 1) % CLOTHS.length
    taken.add(place)
    return `cloth-${CLOTHS[place]}`
  })
}
