import { useState } from 'react'
import { errorMessage, isAgeUnknown, isApiError } from '../../../api/api-error.ts'
import { useText } from '../../../i18n/use-text.ts'
import { useRefreshWallet } from '../../../session/wallet.ts'
import type { Sketch } from '../single-form.ts'
import { FaceNotPainted, keepFace } from './keep-face.ts'

interface KeptFacesOptions {
  avatar: string | null
  sketch: Sketch
  /** Saves the form as a draft if need be, and returns the draft's id. */
  findId: () => Promise<string | null>
  onKept: (url: string) => void
  onAgeUnknown: (then: () => void) => void
}

export interface KeptFaces {
  faces: string[]
  /** Whether the next face costs nothing, as far as this page knows; the server refuses where that is wrong. */
  isFree: boolean
  isBusy: boolean
  failure: string | null
  /** The words and the seed of the face that was kept last. */
  last: Sketch | null
  /** Keeps the present face; false when it could not be kept. After a question about the age, `then` goes on. */
  keep: (then?: () => void) => Promise<boolean>
}

/** The faces that have been kept for a new character: the first one is free. */
export function useKeptFaces({ avatar, sketch, findId, onKept, onAgeUnknown }: KeptFacesOptions): KeptFaces {
  const text = useText()
  const refreshWallet = useRefreshWallet()
  const [faces, setFaces] = useState<string[]>(avatar ? [avatar] : [])
  const [isFree, setIsFree] = useState(avatar === null)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [last, setLast] = useState<Sketch | null>(avatar ? sketch : null)

  async function keep(then?: () => void): Promise<boolean> {
    setIsBusy(true)
    setFailure(null)
    try {
      const keepFor = await findId()
      if (keepFor === null) {
        setFailure(text('sketch.face.notSaved'))
        return false
      }
      const url = await keepFace({ ...sketch, keepFor, isFree })
      setFaces((before) => [url, ...before])
      setLast(sketch)
      if (!isFree) void refreshWallet()
      setIsFree(false)
      onKept(url)
      return true
    } catch (error) {
      if (isAgeUnknown(error)) onAgeUnknown(then ?? (() => void keep()))
      else if (isApiError(error, 'Conflict')) {
        // The price is other than this page knew; nothing was charged.
        setIsFree(!isFree)
        setFailure(text('sketch.face.priceChanged'))
      } else setFailure(error instanceof FaceNotPainted && error.message ? error.message : errorMessage(error, text))
      return false
    } finally {
      setIsBusy(false)
    }
  }

  const shown = avatar && !faces.includes(avatar) ? [avatar, ...faces] : faces
  return { faces: shown, isFree, isBusy, failure, last, keep }
}
