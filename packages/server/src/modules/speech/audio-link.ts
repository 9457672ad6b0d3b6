import { timingSafeEqual } from 'node:crypto'
import type { AppSecret } from '../../platform/app-secret.ts'
import { keyedHash } from '../accounts/module.ts'
import { AUDIO_LINK_LIFETIME_MS } from './rules.ts'

/** A signature for this person and this message, valid for a few minutes and for nothing else. */
export function signAudioLink(
  appSecret: AppSecret,
  personId: string,
  messageId: string,
  now: Date,
): { sig: string; expiresAt: Date } {
  const expiresAt = new Date(now.getTime() + AUDIO_LINK_LIFETIME_MS)
  const until = expiresAt.getTime().toString(36)
  return { sig: `${until}.${personId}.${macOf(appSecret, personId, messageId, until)}`, expiresAt }
}

/** The person a signature was made for; null when it is forged, for another message, or expired. */
export function verifyAudioLink(appSecret: AppSecret, messageId: string, sig: string, now: Date): string | null {
  const [until = '', personId = '', mac = '', ...rest] = sig.split('.')
  if (rest.length > 0 || !/^[0-9a-z]{1,10}$/.test(until)) return null
  const given = Buffer.from(mac)
  const wanted = Buffer.from(macOf(appSecret, personId, messageId, until))
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null
  return Number.parseInt(until, 36) > now.getTime() ? personId : null
}

function macOf(appSecret: AppSecret, personId: string, messageId: string, until: string): string {
  return keyedHash(appSecret, 'audio', `${personId}\n${messageId}\n${until}`).toString('base64url')
}
