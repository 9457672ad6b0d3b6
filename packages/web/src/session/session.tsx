import type { Locale } from '@everkin/contract/locales.ts'
import type { User } from '@everkin/contract/types.ts'
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import { callApi } from '../api/client.ts'
import { writeCookie } from '../lib/cookies.ts'
import { writeTabItem } from '../lib/tab-storage.ts'
import { forgetFirstMessage } from './first-message.ts'

export interface Session {
  person: User | null
  /** Whether adult content is on for this person. */
  nsfw: boolean
  /** False on phones and tablets. */
  isPc: boolean
  lang: Locale
  /** Sets the person from a server response; null signs out in this document only. */
  setPerson: (person: User | null) => void
  /**
   * Updates the wallet. `requestedAt` (`performance.now()`) is when the call that returned it was sent: it is ignored
   * if a live event has brought a newer wallet since then. Omit it for a wallet from a live event.
   */
  setWallet: (wallet: User['wallet'], requestedAt?: number) => void
  /** Hides what is for sale until the server says otherwise (C3). */
  pauseOffers: () => void
  /** Ends this device's session, deletes its cookies and loads the home page. */
  signOut: (home: string) => Promise<void>
  /** Opens the sign-in dialog; `then` runs after signing in. */
  askToSignIn: (then?: () => void) => void
  /** The pending sign-in request, for the dialog. */
  signInRequest: Request | null
  closeSignIn: () => void
  /**
   * Opens the profile dialog (when the server needs an age first); `then` runs after saving. A pending request with a
   * `then` is not replaced by one without.
   */
  askForProfile: (then?: () => void) => void
  profileRequest: Request | null
  closeProfile: () => void
}

interface Request {
  then?: () => void
}

interface SessionProviderProps {
  person: User | null
  isPc: boolean
  lang: Locale
  children: ReactNode
}

const SessionContext = createContext<Session | null>(null)

/** Longer than the data of a page takes to load: a live event since then has brought a newer wallet. */
export const PAGE_LOAD_MS = 10_000

/** Provides the signed-in person to the whole document, starting with the one from the server. */
export function SessionProvider({ person: drawnFor, isPc, lang, children }: SessionProviderProps) {
  const [{ person, walletEventAt }, setCurrent] = useState({
    person: drawnFor,
    walletEventAt: Number.NEGATIVE_INFINITY,
  })
  const [lastDrawnFor, setLastDrawnFor] = useState(drawnFor)
  const [signInRequest, setSignInRequest] = useState<Request | null>(null)
  const [profileRequest, setProfileRequest] = useState<Request | null>(null)
  if (drawnFor !== lastDrawnFor) {
    setLastDrawnFor(drawnFor)
    const isWalletOlder = performance.now() - PAGE_LOAD_MS < walletEventAt && drawnFor?.id === person?.id
    const drawn = drawnFor && person && isWalletOlder ? { ...drawnFor, wallet: person.wallet } : drawnFor
    setCurrent({ person: drawn, walletEventAt })
  }

  const signOut = useCallback(async (home: string) => {
    // Signing out must work on this device even if the server cannot be reached.
    await callApi('POST /api/account/logout').catch(() => {})
    forgetPerson()
    window.location.assign(home)
  }, [])

  const setPerson = useCallback((person: User | null) => setCurrent((current) => ({ ...current, person })), [])
  const setWallet = useCallback((wallet: User['wallet'], requestedAt?: number) => {
    const now = performance.now()
    setCurrent((current) =>
      requestedAt !== undefined && requestedAt < current.walletEventAt
        ? current
        : {
            person: current.person && { ...current.person, wallet },
            walletEventAt: requestedAt === undefined ? now : current.walletEventAt,
          },
    )
  }, [])

  const pauseOffers = useCallback(
    () => setCurrent((it) => ({ ...it, person: it.person && { ...it.person, offers_paused: true } })),
    [],
  )

  const askToSignIn = useCallback((then?: () => void) => setSignInRequest({ then }), [])
  const askForProfile = useCallback(
    (then?: () => void) => setProfileRequest((pending) => (then || pending === null ? { then } : pending)),
    [],
  )

  const session = useMemo<Session>(
    () => ({
      person,
      nsfw: person?.nsfw ?? false,
      isPc,
      lang,
      setPerson,
      setWallet,
      pauseOffers,
      signOut,
      askToSignIn,
      signInRequest,
      closeSignIn: () => setSignInRequest(null),
      askForProfile,
      profileRequest,
      closeProfile: () => setProfileRequest(null),
    }),
    [
      person,
      isPc,
      lang,
      setPerson,
      setWallet,
      pauseOffers,
      signOut,
      askToSignIn,
      askForProfile,
      signInRequest,
      profileRequest,
    ],
  )
  return <SessionContext value={session}>{children}</SessionContext>
}

/** Deletes what this browser stores about the person: the `user` and `nsfw` cookies and the first-sign-in mark. */
export function forgetPerson(): void {
  writeCookie('user', '', 0)
  writeCookie('nsfw', '', 0)
  writeTabItem('isfistlogin', null)
  forgetFirstMessage()
}

/** The signed-in person and functions to change that. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider')
  return session
}

/**
 * Guards an action: `const requireSignIn = useRequireSignIn(); requireSignIn(() => like())` runs it at once for a
 * signed-in person, otherwise after the sign-in dialog. Returns whether it ran at once.
 */
export function useRequireSignIn(): (action: () => void) => boolean {
  const { person, askToSignIn } = useSession()
  return (action) => {
    if (person) action()
    else askToSignIn(action)
    return person !== null
  }
}
