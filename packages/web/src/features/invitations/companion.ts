/** Whom to send. */
export interface Companion {
  id: string
  name: string
  avatar: string | null
}
