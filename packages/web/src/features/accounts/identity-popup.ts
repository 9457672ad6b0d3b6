import { randomUuid } from '../../lib/random-uuid.ts'
import { type IdentityClient, type IdentityWay, PopupFailure, type ShownIdentity } from './shown-identity.ts'

/**
 * Opens the provider's popup and waits for what it says. Must be called in the press of a button: only then do browsers
 * let a window open. Firebase's own script is loaded here, and nowhere before (privacy, weight).
 * @throws PopupFailure
 */
export async function showIdentity(client: IdentityClient, way: IdentityWay, locale: string): Promise<ShownIdentity> {
  if (client.kind === 'demo') return showDemoIdentity(client.page, way)
  const firebase = await import('./firebase-popup.ts').catch(() => {
    throw new PopupFailure('unreachable')
  })
  return firebase.showFirebaseIdentity(client, way, locale)
}

const LOOK_EVERY_MS = 300

/** The demo provider's window: believed only when it is that window, of this site, and knows what it was told. */
function showDemoIdentity(page: string, way: IdentityWay): Promise<ShownIdentity> {
  const state = randomUuid()
  const query = new URLSearchParams({ provider: way, state })
  const popup = window.open(`${page}?${query}`, '_blank', 'popup,width=480,height=720')
  if (!popup) return Promise.reject(new PopupFailure('blocked'))
  return new Promise((resolve, reject) => {
    let wasClosed = false
    const timer = setInterval(() => {
      // Its last words may still be under way when it is seen to be closed: one more look.
      if (wasClosed) end(() => reject(new PopupFailure('closed')))
      wasClosed = popup.closed
    }, LOOK_EVERY_MS)
    const listen = (event: MessageEvent<unknown>) => {
      if (event.origin !== window.location.origin || event.source !== popup) return
      const answer = answerIn(event.data)
      if (answer?.state !== state) return
      const { signed } = answer
      end(() =>
        signed ? resolve({ uid: signed.uid, idToken: signed.id_token }) : reject(new PopupFailure('unreachable')),
      )
    }
    const end = (then: () => void) => {
      clearInterval(timer)
      window.removeEventListener('message', listen)
      then()
    }
    window.addEventListener('message', listen)
  })
}

interface DemoAnswer {
  state: string
  signed: { uid: string; id_token: string } | null
}

function answerIn(data: unknown): DemoAnswer | null {
  const isOne = data !== null && typeof data === 'object' && 'kind' in data && data.kind === 'everkin-demo-identity'
  return isOne ? (data as unknown as DemoAnswer) : null // our own page's, since origin and window were checked
}
