import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { useText } from '../../i18n/use-text.ts'
import { ResponsiveImage } from '../../ui/avatar.tsx'
import { Input } from '../../ui/form/form-controls.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Pick } from './pick-of-the-day.ts'

interface HeroProps {
  pick: Pick
  to: string
  /** Address that starts the chat. */
  chatPath: string
  /** Opens the chat, in which `words` are then sent. */
  onAnswer: (words: string) => void
}

const MAX_ANSWER_LENGTH = 1_000

/** The character of the day in their place: what happens, what they say, and a line to answer on. */
export function Hero({ pick, to, chatPath, onAnswer }: HeroProps) {
  const text = useText()
  return (
    <section className="hero">
      {/* An attribute, since the content security policy forbids inline styles. */}
      <svg className="hero-panel" aria-hidden="true">
        <rect width="100%" height="100%" fill={pick.panel || undefined} />
      </svg>
      <Link className="hero-scene" to={to} tabIndex={-1} aria-hidden="true" prefetch="intent" viewTransition>
        <ResponsiveImage url={pick.scene} alt="" sizes="(min-width: 48rem) 36rem, 100vw" eager />
      </Link>
      <div className="hero-text">
        {pick.direction ? (
          <p className="hero-direction" dir="auto">
            {pick.direction}
          </p>
        ) : null}
        <h2 className="hero-line" dir="auto">
          {pick.line}
        </h2>
        <p className="hero-by">
          <Link to={to} prefetch="intent" viewTransition>
            <bdi>{pick.name}</bdi>
          </Link>
          <span aria-hidden="true"> · </span>
          {text('chats.ai.badge')}
        </p>
        <HeroComposer pick={pick} chatPath={chatPath} onAnswer={onAnswer} />
      </div>
    </section>
  )
}

/** Without scripts, the button opens the chat; the words never become part of an address. */
function HeroComposer({ pick, chatPath, onAnswer }: Omit<HeroProps, 'to'>) {
  const text = useText()
  const [words, setWords] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    onAnswer(words)
  }
  return (
    <>
      <form className="hero-composer" action={chatPath.split('?')[0]} method="get" onSubmit={submit}>
        <Input type="hidden" name="card_id" value={pick.id} />
        <Input
          type="text"
          dir="auto"
          value={words}
          maxLength={MAX_ANSWER_LENGTH}
          placeholder={text('explore.hero.answer', { name: pick.name })}
          aria-label={text('explore.hero.answer', { name: pick.name })}
          enterKeyHint="send"
          autoComplete="off"
          onChange={(event) => setWords(event.target.value)}
        />
        <button type="submit" className="hero-send" aria-label={words.trim() ? text('explore.hero.send') : pick.action}>
          <Icon name="paper-plane-right" size="small" mirror />
        </button>
      </form>
      <div className="hero-replies">
        {pick.replies.map((reply) => (
          <button key={reply} type="button" className="hero-reply" dir="auto" onClick={() => onAnswer(reply)}>
            {reply}
          </button>
        ))}
        <Link className="hero-action" to={chatPath} viewTransition>
          {pick.action}
          <Icon name="caret-right" size="tiny" mirror />
        </Link>
      </div>
    </>
  )
}
