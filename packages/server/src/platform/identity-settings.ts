import { z } from 'zod'
import { isSentInClear } from './private-hosts.ts'
import { address, text } from './setting-kinds.ts'

/** Sign-in with Google or Facebook, through a project of an identity provider. */
export interface IdentitySettings {
  identityProjectId: string | null
  identityApiKey: string | null
  identityAuthDomain: string | null
  identityIssuer: string | null
  identityJwksUrl: string | null
  identityProviders: readonly ('google' | 'facebook')[]
}

export const identityEnvironment = {
  IDENTITY_PROJECT_ID: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/, 'must be the id of a project: letters, digits and hyphens')
    .nullable()
    .default(null),
  IDENTITY_API_KEY: text,
  IDENTITY_AUTH_DOMAIN: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'must be a domain, without https://')
    .nullable()
    .default(null),
  IDENTITY_ISSUER: text,
  IDENTITY_JWKS_URL: address,
  IDENTITY_PROVIDERS: z
    .string()
    .transform((list) => list.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(['google', 'facebook'], 'must be google, facebook, or both with a comma between')))
    .default(['google', 'facebook']),
}

type Environment = z.output<z.ZodObject<typeof identityEnvironment>>

/** Why the settings do not fit together, or null. */
export function findIdentityConflict(env: Environment): string | null {
  const rest = [env.IDENTITY_API_KEY, env.IDENTITY_AUTH_DOMAIN, env.IDENTITY_ISSUER, env.IDENTITY_JWKS_URL]
  if (env.IDENTITY_PROJECT_ID === null && rest.some((value) => value !== null))
    return 'IDENTITY_PROJECT_ID is required with the other IDENTITY settings: tokens must name it'
  if ((env.IDENTITY_ISSUER === null) !== (env.IDENTITY_JWKS_URL === null))
    return 'IDENTITY_ISSUER is required with IDENTITY_JWKS_URL and the other way round'
  if (isSentInClear(env.IDENTITY_JWKS_URL))
    return 'IDENTITY_JWKS_URL must begin with https://, unless it is in a private network'
  return null
}

export function readIdentitySettings(env: Environment): IdentitySettings {
  return {
    identityProjectId: env.IDENTITY_PROJECT_ID,
    identityApiKey: env.IDENTITY_API_KEY,
    identityAuthDomain: env.IDENTITY_AUTH_DOMAIN,
    identityIssuer: env.IDENTITY_ISSUER,
    identityJwksUrl: env.IDENTITY_JWKS_URL,
    identityProviders: env.IDENTITY_PROVIDERS,
  }
}
