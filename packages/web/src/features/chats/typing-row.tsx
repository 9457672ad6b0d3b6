import { Arch } from '../../ui/portrait.tsx'

/** Three dots, only before the first word. */
export function TypingDots() {
  return (
    <span className="typing-dots" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  )
}

/** The character's place while a stored message waits for its reply to begin. */
export function TypingRow({ name, avatar }: { name: string; avatar: string | null }) {
  return (
    <div className="message" aria-hidden="true">
      <Arch url={avatar} name={name} size="tiny" />
      <div className="message-column">
        <div className="bubble">
          <TypingDots />
        </div>
      </div>
    </div>
  )
}
