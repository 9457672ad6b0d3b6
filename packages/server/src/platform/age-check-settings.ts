import { z } from 'zod'
import { isSentInClear } from './private-hosts.ts'
import { address, text } from './setting-kinds.ts'

export interface AgeCheckSettings {
  /** The OpenID Connect provider that checks ages; null where there is none. */
  ageCheckIssuer: string | null
  ageCheckClientId: string | null
  /** Null: a public client, which only PKCE protects. */
  ageCheckClientSecret: string | null
  /** The claim about the age: a yes or no, an age, or a date of birth. */
  ageCheckClaim: string
  ageCheckScope: string
  /** The provider's name as people see it; null: its host. */
  ageCheckName: string | null
}

export const ageCheckEnvironment = {
  AGE_CHECK_ISSUER: address,
  AGE_CHECK_CLIENT_ID: text,
  AGE_CHECK_CLIENT_SECRET: text,
  AGE_CHECK_CLAIM: z
    .string()
    .regex(/^\S{1,200}$/, 'must be the name of a claim')
    .default('age_over_18'),
  AGE_CHECK_SCOPE: z
    .string()
    .trim()
    .refine((scope) => scope.split(/\s+/).includes('openid'), 'must be scopes with spaces between, openid among them')
    .default('openid'),
  AGE_CHECK_NAME: text,
}

type Environment = z.output<z.ZodObject<typeof ageCheckEnvironment>>

/** Why the settings do not fit together, or null. The provider's answers must not be read or changed on the way. */
export function findAgeCheckConflict(env: Environment): string | null {
  if ((env.AGE_CHECK_ISSUER === null) !== (env.AGE_CHECK_CLIENT_ID === null))
    return 'AGE_CHECK_ISSUER is required with AGE_CHECK_CLIENT_ID and the other way round'
  if (env.AGE_CHECK_CLIENT_SECRET !== null && env.AGE_CHECK_ISSUER === null)
    return 'AGE_CHECK_ISSUER is required with AGE_CHECK_CLIENT_SECRET'
  if (isSentInClear(env.AGE_CHECK_ISSUER))
    return 'AGE_CHECK_ISSUER must begin with https://, unless it is in a private network'
  return null
}

export function readAgeCheckSettings(env: Environment): AgeCheckSettings {
  return {
    ageCheckIssuer: env.AGE_CHECK_ISSUER,
    ageCheckClientId: env.AGE_CHECK_CLIENT_ID,
    ageCheckClientSecret: env.AGE_CHECK_CLIENT_SECRET,
    ageCheckClaim: env.AGE_CHECK_CLAIM,
    ageCheckScope: env.AGE_CHECK_SCOPE,
    ageCheckName: env.AGE_CHECK_NAME,
  }
}
