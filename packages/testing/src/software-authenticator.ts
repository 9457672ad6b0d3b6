import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { ApiData } from '@everkin/contract/api-types.ts'
import type { PasskeyAssertion, PasskeyAttestation } from '@everkin/contract/types.ts'
import { isoCBOR } from '@simplewebauthn/server/helpers'

type CreationOptions = ApiData<'POST /api/account/passkeyOptions'>
type RequestOptions = ApiData<'POST /api/account/passkeyLoginOptions'>

interface StoredKey {
  id: Buffer
  privateKey: KeyObject
  userHandle: string
  counter: number
}

/** What a test may change about what the authenticator signs. */
export interface AuthenticatorLies {
  origin?: string
  rpId?: string
  /** The device did not ask for a fingerprint or PIN. */
  isUnverified?: boolean
  /** The counter in the next signature. */
  counter?: number
  challenge?: string
  userHandle?: string
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_KEY = 0x40

/** A passkey authenticator in memory (ES256, attestation `none`), and the browser in front of it. */
export function createSoftwareAuthenticator(origin: string) {
  const keys: StoredKey[] = []

  const clientData = (type: string, challenge: string, lies: AuthenticatorLies) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const authenticatorData = (rpId: string, counter: number, lies: AuthenticatorLies, key = Buffer.alloc(0)) => {
    const flags = USER_PRESENT | (lies.isUnverified ? 0 : USER_VERIFIED) | (key.length > 0 ? HAS_KEY : 0)
    const head = Buffer.alloc(5)
    head.writeUInt8(flags, 0)
    head.writeUInt32BE(lies.counter ?? counter, 1)
    return Buffer.concat([
      createHash('sha256')
        .update(lies.rpId ?? rpId)
        .digest(),
      head,
      key,
    ])
  }

  return {
    keys,
    /** Creates a passkey, as `navigator.credentials.create` does. */
    create(options: CreationOptions, lies: AuthenticatorLies = {}): PasskeyAttestation {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const id = randomBytes(32)
      keys.push({ id, privateKey, userHandle: options.user.id, counter: 0 })
      const cose = isoCBOR.encode(
        new Map<number, number | Uint8Array<ArrayBuffer>>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      )
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const key = Buffer.concat([Buffer.alloc(16), length, id, cose])
      const data = authenticatorData(options.rp.id, 0, lies, key)
      const attestationObject = isoCBOR.encode(
        new Map<string, string | Uint8Array<ArrayBuffer> | Map<string, string>>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(data)],
        ]),
      )
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, lies).toString('base64url'),
          attestationObject: Buffer.from(attestationObject).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** Signs with the newest passkey, as `navigator.credentials.get` does. */
    get(options: RequestOptions, lies: AuthenticatorLies = {}, key = keys.at(-1)): PasskeyAssertion {
      if (!key) throw new Error('this authenticator holds no passkey')
      key.counter += 1
      const client = clientData('webauthn.get', options.challenge, lies)
      const data = authenticatorData(options.rpId, key.counter, lies)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return {
        id: key.id.toString('base64url'),
        rawId: key.id.toString('base64url'),
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, key.privateKey).toString('base64url'),
          userHandle: lies.userHandle ?? key.userHandle,
        },
      }
    },
  }
}
