/** The character in an invitation. */
export interface Companion {
  id: string
  name: string
  avatar: string | null
}
