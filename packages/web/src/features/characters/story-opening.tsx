import type { MultipleCard } from '@everkin/contract/types.ts'
import { useText } from '../../i18n/use-text.ts'
import { CharacterAvatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { BlockList } from '../../ui/markdown-blocks.tsx'
import { distinctPatternClasses } from '../../ui/participant-patterns.ts'
import type { ParsedTurn } from './parse-openings.ts'

/** How a story begins, rendered as in the chat. */
export function StoryOpening({ members, turns }: Pick<MultipleCard, 'members'> & { turns: readonly ParsedTurn[] }) {
  const text = useText()
  const cloths = distinctPatternClasses(members.map(({ id }) => id))
  if (turns.length === 0) return null
  return (
    <section>
      <h2 className="title-2">{text('characters.card.opening')}</h2>
      <div className="story-opening">
        {turns.map((turn, at) => {
          const place = members.findIndex(({ id }) => id === turn.cardId)
          const speaker = members[place]
          return speaker ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the turns of one opening never move
            <div key={at} className={`message ${cloths[place]}`}>
              <p className="message-name opening-name">
                <bdi>{speaker.name}</bdi>
              </p>
              <CharacterAvatar url={speaker.avatar} id={speaker.id} name={speaker.name} size="tiny" />
              <div className="message-column">
                <div className="bubble words" dir="auto">
                  <BlockList blocks={turn.blocks} />
                </div>
              </div>
            </div>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <div key={at} className="narrator words" dir="auto">
              <BlockList blocks={turn.blocks} />
            </div>
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
