/** The eight cloth hues of the house; each is a CSS class `cloth-<name>` that sets `--cloth`, `-wash`, `-solid`, `-night`. */
const CLOTHS = ['tide', 'moss', 'brass', 'plum', 'clay', 'slate', 'rose', 'teal'] as const

export type ClothName = (typeof CLOTHS)[number]

/** Always the same cloth for the same id. */
export function clothClass(id: string): string {
  return `cloth-${CLOTHS[placeOf(id)]}`
}

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

/** FNV-1a over the id's code units. */
function placeOf(id: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  return (hash >>> 0) % CLOTHS.length
}
