import { shortNames } from '../../features/chats/context/participants.tsx'
import { sentenceGap } from '../../i18n/format.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { ResponsiveImage } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RoleplayText } from '../../ui/roleplay-text.tsx'
import { roomClass } from '../../ui/room.ts'
import '../../features/chats/styles/room.css'
import { orFallback, type pageTools } from '../page-tools.ts'

/** Card whose greeting the download pages show; if it no longer exists, another library card is used. */
const EXAMPLE_CARD_ID = 'ilse'

/** The start of a real chat: a library character and the first words of their greeting. */
export async function loadExampleChat({ context }: ReturnType<typeof pageTools>) {
  const readCard = (id: string) => orFallback(context.call('GET /api/chat.Single/cardInfo', { query: { id } }), null)
  const readFirst = async () => {
    const page = await orFallback(context.call('GET /api/chat.Single/cardList', { query: { limit: 1 } }), null)
    return page?.list[0] ? readCard(page.list[0].id) : null
  }
  const card = (await readCard(EXAMPLE_CARD_ID)) ?? (await readFirst())
  if (!card?.greeting) return null
  const words = card.greeting
    .split(/\n\s*\n/)
    .slice(0, 3)
    .join('\n\n')
  return {
    name: card.name,
    picture: card.scene?.url ?? card.avatar,
    room: roomClass(card.scene),
    words,
    reply: card.hook?.replies[0] ?? null,
  }
}

export type ExampleChat = NonNullable<Awaited<ReturnType<typeof loadExampleChat>>>

/** A phone that shows the start of a chat, labelled as an example. */
export function PhonePreview({ example }: { example: ExampleChat }) {
  const text = useText()
  const { name, picture, room, words, reply } = example
  return (
    <figure className="phone-figure">
      <div className="phone">
        <div className={`phone-screen ${room}`}>
          <div className="phone-head">
            {picture ? <ResponsiveImage url={picture} alt="" sizes="20rem" /> : null}
            <p className="phone-who">
              <b className="title-2" dir="auto">
                {name}
              </b>
              <span className="caption">{text('chats.ai.badge')}</span>
            </p>
          </div>
          <div className="phone-talk">
            <div className="message">
              <div className="bubble" dir="auto">
                <RoleplayText words={words} />
              </div>
            </div>
            {reply ? (
              <div className="message message-mine">
                <div className="message-column">
                  <p className="bubble" dir="auto">
                    {reply}
                  </p>
                </div>
              </div>
            ) : null}
          </div>
          <div className="phone-composer" aria-hidden="true">
            <span className="faint">{text('chats.composer.placeholder', { name: shortNames([name])[0] ?? name })}</span>
            <span className="phone-send">
              <Icon name="paper-plane-right-fill" size="small" mirror />
            </span>
          </div>
        </div>
      </div>
      <figcaption className="caption faint">{text('app.download.example', { name })}</figcaption>
    </figure>
  )
}

/** Describes in three short paragraphs what the app is, what it is not, and whom it may not suit (H7). */
export function AppBenefits() {
  const text = useText()
  const locale = useLocale()
  return (
    <>
      <section className="install-texts">
        <article>
          <h2 className="title-2">{text('app.download.get.title')}</h2>
          <p className="muted">{text('app.download.get.text')}</p>
        </article>
        <article>
          <h2 className="title-2">{text('app.download.role.title')}</h2>
          <p className="muted">{text('app.download.role.text')}</p>
        </article>
        <article>
          <h2 className="title-2">{text('app.download.own.title')}</h2>
          <p className="muted">{text('app.download.own.text')}</p>
        </article>
      </section>
      <p className="install-honest small muted">
        <Icon name="book-open" size="small" />
        <span>{text('app.download.fiction') + sentenceGap(locale) + text('safety.suitability')}</span>
      </p>
    </>
  )
}
