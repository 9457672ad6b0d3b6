import { randomUuid } from '../../lib/random-uuid.ts'
import { type IdentityClient, type IdentityWay, PopupFailure, type ShownIdentity } from './shown-identity.ts'

/**
 * Opens the provider's popup and waits for its result. Call it in the click handler of a button: only then do browsers
 * allow popups. Firebase's script is loaded here and not earlier (privacy, weight).
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

/**
 * Shows the demo provider's window. A message is only accepted from that window, from this origin, and with the right
 * state.
 */
function showDemoIdentity(page: string, way: IdentityWay): Promise<ShownIdentity> {
  const state = randomUuid()
  const query = new URLSearchParams({ provider: way, state })
  const popup = window.open(`${page}?${query}`, '_blank', 'popup,width=480,height=720')
  if (!popup) return Promise.reject(new PopupFailure('blocked'))
  return new Promise((resolve, reject) => {
    let wasClosed = false
    const timer = setInterval(() => {
      // A message may still be on its way when the window is closed, so check once more.
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
  return isOne ? (data as unknown as DemoAnswer) : null // sent by our own page, since origin and window were checked
}
