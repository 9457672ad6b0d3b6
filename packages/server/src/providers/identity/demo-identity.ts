import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLocalJWKSet, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import type { IdentityProvider } from '../../modules/accounts/module.ts'
import { createFileAtomically } from '../../platform/db/data-folder.ts'
import { ensurePrivateFolder } from '../../platform/private-files.ts'
import type { TrustedIssuer } from './token-verifier.ts'

/** Path of the demo provider's page; it exists only in local mode without IDENTITY_… settings. */
export const DEMO_IDENTITY_PATH = '/local/identity'

/** Not a web address: nobody else can be this issuer, and it does not depend on the port. */
const ISSUER = 'urn:everkin:demo-identity'
const AUDIENCE = 'everkin-demo'
const KEY_ID = 'demo'
const TOKEN_LIFETIME_SECONDS = 60 * 60

const NAMES = { google: 'google.com', facebook: 'facebook.com' } as const satisfies Record<IdentityProvider, string>

/** The identity provider of local mode: it accepts any claim, and signs it as a real one would. */
export interface DemoIdentity {
  trusted: TrustedIssuer
  /** Signs in the claimed person. */
  sign(
    claim: { provider: IdentityProvider; name: string; email: string | null },
    now: Date,
  ): Promise<{ uid: string; idToken: string }>
}

/**
 * Opens the demo provider with its key in the data folder, created at the first start. `vouches` says whether Google's
 * addresses count as verified: only where anyone here could read their codes anyway.
 */
export async function openDemoIdentity(dataDir: string, vouches: boolean): Promise<DemoIdentity> {
  const { publicJwk, privateJwk } = await loadKeys(dataDir)
  const privateKey = await importJWK(privateJwk, 'RS256')
  return {
    trusted: { issuer: ISSUER, audience: AUDIENCE, keys: createLocalJWKSet({ keys: [publicJwk] }) },
    async sign({ provider, name, email }, now) {
      const uid = createHash('sha256')
        .update(`${provider}\n${email?.toLowerCase() ?? `name ${name}`}`)
        .digest('base64url')
      const seconds = Math.floor(now.getTime() / 1000)
      const idToken = await new SignJWT({
        name,
        auth_time: seconds,
        firebase: { sign_in_provider: NAMES[provider] },
        // As with Firebase: Google's addresses are verified, Facebook's are not.
        ...(email !== null && { email, email_verified: vouches && provider === 'google' }),
      })
        .setProtectedHeader({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(uid)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + TOKEN_LIFETIME_SECONDS)
        .setJti(randomUUID()) // two tokens of the same second differ
        .sign(privateKey)
      return { uid, idToken }
    },
  }
}

async function loadKeys(dataDir: string): Promise<{ publicJwk: JWK; privateJwk: JWK }> {
  const path = join(dataDir, 'demo-identity-key.json')
  if (!existsSync(path)) await createKey(dataDir, path)
  const privateJwk = JSON.parse(readFileSync(path, 'utf8')) as JWK // our own file
  const { kty, n, e } = privateJwk
  return { privateJwk, publicJwk: { kty, n, e, kid: KEY_ID, alg: 'RS256', use: 'sig' } as JWK }
}

async function createKey(dataDir: string, path: string): Promise<void> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  ensurePrivateFolder(dataDir)
  try {
    createFileAtomically(path, JSON.stringify(await exportJWK(privateKey)))
  } catch (error) {
    // With DATABASE_URL several processes may create it at once: the first one wins.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // a system error
  }
}
