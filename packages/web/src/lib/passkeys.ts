import type { Passkey, PasskeyAssertion, PasskeyAttestation } from '@everkin/contract/types.ts'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

export type { Passkey }

/** Why the browser gave no passkey. `known`: the authenticator holds one for this account already. */
export class PasskeyFailure extends Error {
  readonly reason: 'cancelled' | 'known'

  constructor(reason: PasskeyFailure['reason']) {
    super(reason)
    this.reason = reason
  }
}

/** Whether passkeys of the site work in this browser at the address that is open. */
export function arePasskeysSupported(domain: string | undefined): boolean {
  return window.isSecureContext && 'PublicKeyCredential' in window && window.location.hostname === domain
}

/** Asks the browser to create a passkey. @throws PasskeyFailure */
export async function createPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<PasskeyAttestation> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { id, rawId, response } = await startRegistration({ optionsJSON: options }).catch(fail)
  const { clientDataJSON, attestationObject, transports } = response
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } }
}

/** Asks the browser to sign with a passkey that the person chooses. @throws PasskeyFailure */
export async function signWithPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<PasskeyAssertion> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { id, rawId, response } = await startAuthentication({ optionsJSON: options }).catch(fail)
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response
  return { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature, userHandle } }
}

/** The browser does not say more than this, so that pages cannot find out what it holds. */
function fail(error: unknown): never {
  throw new PasskeyFailure(error instanceof Error && error.name === 'InvalidStateError' ? 'known' : 'cancelled')
}
