import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { LiveFace } from './live-painter.ts'

type Paint = (words: string, seed: string) => LiveFace

/** The face for a description, drawn in this browser; null until the painter has been loaded. */
export function useLiveFace(words: string, seed: string): LiveFace | null {
  const [paint, setPaint] = useState<{ face: Paint } | null>(null)
  // Typing never waits for a drawing: it is made from what was typed when there is time.
  const read = useDeferredValue(words)
  useEffect(() => {
    let isGone = false
    import('./live-painter.ts').then(
      ({ paintFace }) => isGone || setPaint({ face: paintFace }),
      () => undefined, // the form works without a drawing
    )
    return () => {
      isGone = true
    }
  }, [])
  return useMemo(() => (paint ? paint.face(read, seed) : null), [paint, read, seed])
}
