/** The numbers of the best `most` scores above nothing, best first, the lower number of two equals. */
export function bestOf(scores: Float32Array, most: number, counts: (place: number) => boolean = () => true): number[] {
  const best: number[] = []
  let least = 0
  for (let place = 0; place < scores.length; place++) {
    const score = scores[place] ?? 0
    if (score <= least || !counts(place)) continue
    let at = best.length
    while (at > 0 && (scores[best[at - 1] ?? 0] ?? 0) < score) at -= 1
    best.splice(at, 0, place)
    if (best.length > most) best.pop()
    if (best.length === most) least = scores[best[most - 1] ?? 0] ?? 0
  }
  return best
}
