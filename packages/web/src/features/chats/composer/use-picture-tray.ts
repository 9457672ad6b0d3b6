import { LIMITS } from '@everkin/contract/limits.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { randomUuid } from '../../../lib/random-uuid.ts'
import type { UploadedPicture } from '../realtime/outbox-store.ts'

/** A picture that is about to be sent. */
export interface TrayPicture {
  key: string
  /** Null for one that was uploaded earlier and has come back from the outbox. */
  file: File | null
  /** What to show meanwhile. */
  preview: string
  /** Null until the server has it. */
  uploaded: UploadedPicture | null
  /** Why it could not be uploaded. */
  failure: string | null
}

export interface PictureTray {
  pictures: readonly TrayPicture[]
  isOpen: boolean
  /** More pictures were chosen than a message may have. */
  isFull: boolean
  /** Whether all pictures are uploaded. */
  isReady: boolean
  setOpen: (isOpen: boolean) => void
  /** Adds image files and ignores others; returns whether there was any image. */
  addFiles: (files: Iterable<File>) => boolean
  restore: (pictures: readonly UploadedPicture[]) => void
  update: (key: string, change: Partial<Pick<TrayPicture, 'uploaded' | 'failure'>>) => void
  remove: (key: string) => void
  clear: () => void
}

/** The pictures of the message that is being written. Uploading them is the work of the tray itself. */
export function usePictureTray(): PictureTray {
  const [pictures, setPictures] = useState<readonly TrayPicture[]>([])
  const [isOpen, setOpen] = useState(false)
  const [isFull, setFull] = useState(false)
  const shown = useRef(pictures)
  shown.current = pictures
  useEffect(() => () => shown.current.forEach(release), [])

  const add = useCallback((more: readonly TrayPicture[]) => {
    const left = LIMITS.messagePictures - shown.current.length
    setFull(more.length > left)
    more.slice(left).forEach(release)
    setPictures([...shown.current, ...more.slice(0, left)])
    setOpen(true)
  }, [])
  const addFiles = useCallback(
    (files: Iterable<File>) => {
      const images = [...files].filter(({ type }) => type.startsWith('image/'))
      if (images.length > 0)
        add(
          images.map((file) => {
            const preview = URL.createObjectURL(file)
            return { key: randomUuid(), file, preview, uploaded: null, failure: null }
          }),
        )
      return images.length > 0
    },
    [add],
  )
  const restore = useCallback(
    (uploads: readonly UploadedPicture[]) => {
      if (uploads.length > 0)
        add(
          uploads.map((uploaded) => {
            return { key: randomUuid(), file: null, preview: uploaded.thumbnail, uploaded, failure: null }
          }),
        )
    },
    [add],
  )
  const update = useCallback<PictureTray['update']>((key, change) => {
    setPictures((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)))
  }, [])
  const remove = useCallback((key: string) => {
    shown.current.filter((one) => one.key === key).forEach(release)
    setPictures((all) => all.filter((one) => one.key !== key))
    setFull(false)
  }, [])
  const clear = useCallback(() => {
    shown.current.forEach(release)
    setPictures([])
    setFull(false)
    setOpen(false)
  }, [])
  const isReady = pictures.every(({ uploaded }) => uploaded !== null)
  return { pictures, isOpen, isFull, isReady, setOpen, addFiles, restore, update, remove, clear }
}

function release({ file, preview }: TrayPicture): void {
  if (file) URL.revokeObjectURL(preview)
}
