import { LIMITS } from '@everkin/contract/limits.ts'
import { truncateText } from '@everkin/contract/truncate-text.ts'
import { useRef } from 'react'
import type { SingleForm } from '../single-form.ts'
import type { CardEditor } from '../use-card-editor.ts'
import type { LiveFace } from './live-painter.ts'
import { type KeptFaces, useKeptFaces } from './use-kept-faces.ts'
import { useLiveFace } from './use-live-face.ts'

interface SketchedFaceOptions {
  isNew: boolean
  onAgeUnknown: (then: () => void) => void
}

export interface SketchedFace {
  face: LiveFace | null
  kept: KeptFaces
  /** Saves the character with the face. */
  save: () => Promise<void>
  /** After a change of the sentence, which draws another face: the next save tries to keep that one. */
  tryAgain: () => void
}

/** The face that the sentence of a new character draws, and a `save` that keeps it with the character. */
export function useSketchedFace(
  editor: CardEditor<SingleForm>,
  { isNew, onAgeUnknown }: SketchedFaceOptions,
): SketchedFace {
  const { form, change } = editor
  const face = useLiveFace(form.sketch.words, form.sketch.seed)
  const kept = useKeptFaces({
    avatar: form.avatar,
    sketch: form.sketch,
    findId: editor.findId,
    onKept: (avatar) => change({ avatar }),
    onAgeUnknown,
  })
  const hasTried = useRef(false)

  /** Saves the character; what only the sentence and its face say is filled in first, and the free face is kept. */
  async function save(): Promise<void> {
    const words = form.sketch.words.trim()
    if (isNew && words !== '') {
      change((now) => ({
        tagline: now.tagline.trim() === '' ? truncateText(words, LIMITS.taglineLength) : now.tagline,
        age: now.age.trim() === '' && face?.age ? String(face.age) : now.age,
      }))
      // A face that cannot be kept holds up saving once, so that the reason is seen.
      const isWanted = form.avatar === null && face?.url && kept.isFree && !hasTried.current
      hasTried.current = true
      if (isWanted && form.name.trim() !== '' && !(await kept.keep(() => void save()))) return
    }
    await editor.save()
  }
  const tryAgain = () => {
    hasTried.current = false
  }
  return { face, kept, save, tryAgain }
}
