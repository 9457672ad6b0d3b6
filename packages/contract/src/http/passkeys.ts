import { z } from 'zod'
import { Id, NameText, Timestamp } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { operation } from '../operation.ts'
import { EmptyData } from '../pagination.ts'

const Base64Url = (maxLength: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]*$/)
    .max(maxLength)
const CredentialId = Base64Url(1_400).min(1)

const credential = { id: CredentialId, rawId: CredentialId, type: z.literal('public-key') }

/** What a browser answers when it has created a passkey (WebAuthn's RegistrationResponseJSON). */
export const PasskeyAttestation = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: Base64Url(4_096),
      attestationObject: Base64Url(65_536),
      transports: z
        .array(z.string().regex(/^[a-z-]{1,20}$/))
        .max(10)
        .optional(),
    }),
  })
  .meta({ id: 'PasskeyAttestation' })

/** What a browser answers when a passkey was used (WebAuthn's AuthenticationResponseJSON). */
export const PasskeyAssertion = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: Base64Url(4_096),
      authenticatorData: Base64Url(4_096),
      signature: Base64Url(8_192),
      userHandle: Base64Url(128),
    }),
  })
  .meta({ id: 'PasskeyAssertion' })

export const Passkey = z
  .object({ id: Id, name: z.string(), created_at: Timestamp, last_used_at: Timestamp.nullable() })
  .meta({ id: 'Passkey' })

const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
})

/** WebAuthn's PublicKeyCredentialCreationOptionsJSON, as far as it is used here. */
const CreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
})

/** WebAuthn's PublicKeyCredentialRequestOptionsJSON, as far as it is used here. */
const RequestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
})

/** The operations on a person's passkeys; signing in with one is among the sign-in methods. */
export const passkeys = {
  passkeys: operation({
    method: 'GET',
    path: '/api/account/passkeys',
    summary: 'The passkeys of the account, oldest first.',
    access: 'person',
    data: z.array(Passkey),
    errors: ['NotSignedIn'],
  }),
  passkeyOptions: operation({
    method: 'POST',
    path: '/api/account/passkeyOptions',
    summary: 'What the browser needs to create a passkey; only after a fresh sign-in.',
    access: 'person',
    data: CreationOptions,
    errors: ['NotSignedIn', 'NotAllowed'],
  }),
  addPasskey: operation({
    method: 'POST',
    path: '/api/account/addPasskey',
    summary: 'Stores the passkey that the browser has created; only after a fresh sign-in.',
    access: 'person',
    body: z.object({ passkey: PasskeyAttestation }),
    data: Passkey,
    errors: ['NotSignedIn', 'InvalidInput', 'NotAllowed', 'IdentityNotValid', 'Conflict'],
  }),
  renamePasskey: operation({
    method: 'POST',
    path: '/api/account/renamePasskey',
    summary: 'Renames a passkey.',
    access: 'person',
    body: z.object({ passkey_id: Id, name: NameText.trim().min(1).max(LIMITS.passkeyNameLength) }),
    data: Passkey,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
  removePasskey: operation({
    method: 'POST',
    path: '/api/account/removePasskey',
    summary: 'Removes a passkey; only after a fresh sign-in.',
    access: 'person',
    body: z.object({ passkey_id: Id }),
    data: EmptyData,
    errors: ['NotSignedIn', 'InvalidInput', 'NotAllowed', 'NotFound'],
  }),
  passkeyLoginOptions: operation({
    method: 'POST',
    path: '/api/account/passkeyLoginOptions',
    summary: 'What the browser needs to ask for a passkey of this site; the same for everyone.',
    access: 'open',
    data: RequestOptions,
    errors: [],
  }),
} as const
