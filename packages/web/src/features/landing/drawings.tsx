import type { Locale } from '@everkin/contract/locales.ts'
import { RichText, slot } from '../../i18n/rich-text.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { CharacterAvatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { patternClass } from '../../ui/pattern.ts'
import type { Speaker } from './speaker.ts'

/** Content of the drawings: characters and tags of this library. */
export interface DrawingOf {
  speakers: Speaker[]
  moods: string[]
}

/** Three portraits, and tags to search by. */
export function Moods({ speakers, moods }: DrawingOf) {
  return (
    <div className={`landing-moods ${patternClass(speakers[0]?.id ?? '')}`}>
      <span className="casts">
        {speakers.slice(0, 3).map(({ id, name, picture }) => (
          <CharacterAvatar key={id} url={picture} id={id} name={name} size="large" />
        ))}
      </span>
      <span className="chips chips-wrap">
        {moods.slice(0, 3).map((mood) => (
          <span className="chip" key={mood}>
            <bdi>{mood}</bdi>
          </span>
        ))}
      </span>
    </div>
  )
}

/** A greeting with the control for its alternatives. */
export function Versions({ speakers }: DrawingOf) {
  const text = useText()
  return (
    <div className="landing-talk">
      <CharacterBubble by={speakers[1] ?? speakers[0]} />
      <p className="landing-versions">
        <Icon name="caret-left" size="small" mirror />
        <span className="figures">{text('chats.message.versionOf', { index: 2, total: 3 })}</span>
        <Icon name="caret-right" size="small" mirror />
      </p>
    </div>
  )
}

/** A wish to talk in French, or for French readers in English, and the answer in that language. */
export function Languages({ speakers }: DrawingOf) {
  const text = useText()
  const locale = useLocale()
  return (
    <div className="landing-talk">
      <OwnBubble words={text('landing.drawn.switch')} />
      <CharacterBubble by={speakers[0]} words={text('landing.drawn.switched')} lang={locale === 'fr' ? 'en' : 'fr'} />
    </div>
  )
}

/** A character's line with the input for an answer. */
export function Writing({ speakers }: DrawingOf) {
  const text = useText()
  const [speaker] = speakers
  return (
    <div className="landing-talk">
      <CharacterBubble by={speaker} />
      <p className="landing-write">
        <span>
          <RichText
            text={text('chats.composer.placeholder', { name: slot('name') })}
            names={{ name: speaker?.name ?? '' }}
          />
        </span>
        <span className="landing-send">
          <Icon name="paper-plane-right-fill" size="small" mirror />
        </span>
      </p>
    </div>
  )
}

/** An unsent message while there is no network. */
export function UnsentMessage() {
  const text = useText()
  return (
    <div className="landing-talk">
      <OwnBubble words={text('landing.drawn.unsent')} />
      <p className="landing-waits">
        <Icon name="clock" size="tiny" />
        {text('chats.outbox.waiting')}
      </p>
    </div>
  )
}

/** A row of the chat list, which is the same on every device. */
export function Row({ speakers }: DrawingOf) {
  const speaker = speakers[1] ?? speakers[0]
  if (!speaker) return null
  return (
    <div className="landing-row">
      <CharacterAvatar url={speaker.picture} id={speaker.id} name={speaker.name} />
      <div>
        <p className="title-3" dir="auto">
          {speaker.name}
        </p>
        <p dir="auto">{speaker.line ?? speaker.tagline}</p>
      </div>
    </div>
  )
}

interface CharacterBubbleProps {
  by: Speaker | undefined
  /** In place of their first line. */
  words?: string
  lang?: Locale
}

function CharacterBubble({ by, words, lang }: CharacterBubbleProps) {
  if (!by) return null
  return (
    <div className="message">
      <CharacterAvatar url={by.picture} id={by.id} name={by.name} size="tiny" />
      <div className="message-column">
        <p className="bubble" dir="auto" lang={lang}>
          {words ?? by.line ?? by.tagline}
        </p>
      </div>
    </div>
  )
}

function OwnBubble({ words }: { words: string }) {
  return (
    <div className="message message-mine">
      <div className="message-column">
        <p className="bubble">{words}</p>
      </div>
    </div>
  )
}
