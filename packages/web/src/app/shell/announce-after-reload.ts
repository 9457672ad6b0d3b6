import { useEffect } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { useToast } from '../../ui/toast.tsx'

const ANNOUNCEMENT = 'everkin-announcement'
const TEXTS = { accountDeleted: 'accounts.delete.done', signedOut: 'accounts.signedOut' } as const

export type Announcement = keyof typeof TEXTS

/** Leaves a word for the document that is loaded next: the session ends with the old one. */
export function announceAfterReload(what: Announcement): void {
  sessionStorage.setItem(ANNOUNCEMENT, what)
}

/** Says what was left to be said, once. */
export function useAnnouncement(): void {
  const text = useText()
  const toasts = useToast()
  useEffect(() => {
    const what = sessionStorage.getItem(ANNOUNCEMENT)
    if (what === null || !Object.hasOwn(TEXTS, what)) return
    sessionStorage.removeItem(ANNOUNCEMENT)
    toasts.show(text(TEXTS[what as Announcement])) // it is a key of TEXTS, as the line above made sure
  }, [text, toasts])
}
