import { readCookie } from '../lib/cookies.ts'

/** Whom this browser is signed in as, from the readable `user` cookie, which all its tabs share; null for a visitor. */
export function readUserCookie(): { id: string | null; token: string } | null {
  const cookie = readCookie('user')
  if (!cookie) return null
  try {
    const { id, token }: Record<string, unknown> = Object(JSON.parse(cookie))
    return typeof token === 'string' && token !== '' ? { id: typeof id === 'string' ? id : null, token } : null
  } catch {
    return null // the cookie does not contain a session
  }
}
