import type { MultipleCard } from '@everkin/contract/types.ts'
import { useText } from '../../i18n/use-text.ts'
import { CharacterAvatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { distinctPatternClasses } from '../../ui/participant-patterns.ts'
import { RoleplayText } from '../../ui/roleplay-text.tsx'

type Turn = MultipleCard['opening_turns'][number]

/** Number of speakers in the preview. */
const HEARD = 2

/** The real opening of the story up to the second speaker, rendered as in the chat. */
export function StoryOpening({
  card,
}: {
  card: Pick<MultipleCard, 'members' | 'opening' | 'opening_turns' | 'scenario'>
}) {
  const text = useText()
  const turns = firstTurns(card.opening_turns)
  const cloths = distinctPatternClasses(card.members.map(({ id }) => id))
  const whole = card.opening.trim() ? card.opening : card.scenario
  const lines = turns.length > 0 ? turns : [{ card_id: null, text: whole }].filter((turn) => turn.text.trim())
  if (lines.length === 0) return null
  return (
    <section>
      <h2 className="title-2">{text('characters.card.opening')}</h2>
      <div className="story-opening">
        {lines.map((turn, at) => {
          const place = card.members.findIndex(({ id }) => id === turn.card_id)
          const speaker = card.members[place]
          return speaker ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the turns of one opening never move
            <div key={at} className={`message ${cloths[place]}`}>
              <p className="message-name opening-name">
                <bdi>{speaker.name}</bdi>
              </p>
              <CharacterAvatar url={speaker.avatar} name={speaker.name} size="tiny" />
              <div className="message-column">
                <div className="bubble" dir="auto">
                  <RoleplayText words={turn.text} />
                </div>
              </div>
            </div>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <p key={at} className="narrator" dir="auto">
              <RoleplayText words={turn.text} />
            </p>
          )
        })}
      </div>
      <p className="small faint fiction-line">
        <Icon name="book-open" size="tiny" />
        <span>{text('groups.page.fiction')}</span>
      </p>
    </section>
  )
}

function firstTurns(turns: readonly Turn[]): Turn[] {
  const heard = new Set<string>()
  const first: Turn[] = []
  for (const turn of turns) {
    const isNew = turn.card_id !== null && !heard.has(turn.card_id)
    if (heard.size === HEARD && (isNew || turn.card_id === null)) break
    if (turn.card_id !== null) heard.add(turn.card_id)
    first.push(turn)
  }
  return first
}
