/** Bars of the drawn sound. */
export const PEAKS = 36

/**
 * How loud each part of a sound is, 0.08 to 1 against its loudest: what was really decoded, never made up. Null when
 * this browser can not decode it.
 */
export async function peaksOf(sound: ArrayBuffer): Promise<number[] | null> {
  try {
    const decoded = await new OfflineAudioContext(1, 1, 22_050).decodeAudioData(sound)
    return loudness(decoded.getChannelData(0), PEAKS)
  } catch {
    return null
  }
}

/** Root mean square of equal parts, against the loudest one. */
export function loudness(samples: Float32Array, parts: number): number[] {
  const size = Math.max(1, Math.floor(samples.length / parts))
  const levels = Array.from({ length: parts }, (_, part) => {
    let sum = 0
    for (let at = part * size; at < (part + 1) * size; at++) sum += (samples[at] ?? 0) ** 2
    return Math.sqrt(sum / size)
  })
  const loudest = Math.max(...levels)
  return levels.map((level) => (loudest === 0 ? 0.08 : Math.max(0.08, level / loudest)))
}
