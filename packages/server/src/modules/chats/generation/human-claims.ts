import { asksIfHuman, claimsToBeHuman } from '../../safety/module.ts'
import type { PathEntry } from '../store/path-cache.ts'

type Said = Pick<PathEntry, 'role' | 'text'>

/** Whether a reply claims to be human to someone who has just asked (H2). A line of the story may sound the same. */
export function isHumanClaim(asked: string, reply: string): boolean {
  return asksIfHuman(asked) && claimsToBeHuman(reply)
}

/** Whether the newest reply of a conversation did. */
export function hasClaimedToBeHuman(path: readonly Said[]): boolean {
  const at = path.findLastIndex(({ role }) => role === 'character')
  const asked = path.slice(0, Math.max(0, at)).findLast(({ role }) => role === 'user')
  return asked !== undefined && isHumanClaim(asked.text, path[at]?.text ?? '')
}
