import type { User } from '@everkin/contract/types.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PersonHead } from '../../features/accounts/person-head.tsx'
import { latestNotice } from '../../features/moderation/latest-notice.ts'
import { Balance, BalanceUse, Membership } from '../../features/wallet/balance.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useKeepFocus } from '../../lib/keep-focus.ts'
import { useStore } from '../../lib/store.ts'
import { useSession } from '../../session/session.tsx'
import { useLoadedWallet } from '../../session/wallet.ts'
import { CharacterAvatar } from '../../ui/avatar.tsx'
import { Banner } from '../../ui/banner.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { PageContext } from '../page-context.ts'
import { orFallback } from '../page-tools.ts'
import { pathTo } from '../paths.ts'
import { AccountList } from './account-list.tsx'
import './me.css'
import { shelvedCards, shelvedStories } from '../../features/explore/shelf.ts'
import type { LedgerFilter } from '../../features/wallet/ledger.tsx'

/** Texts of both profile pages. */
export const ME_TEXTS = [
  'pages.me',
  'pages.admin.title',
  'pages.orders.title',
  'moderation.notices.title',
  'moderation.notices.unread',
  'wallet',
  'accounts.copyId',
  'explore.tabs',
  'explore.kindLabel',
  'sketch.paint.me',
]

const PEOPLE_COUNT = 12

/** Loads what both profile pages show beside their lists. */
export async function loadMeFrame(context: PageContext) {
  const [chats, notices] = await Promise.all([
    context.call('GET /api/chat/list', { query: { limit: PEOPLE_COUNT } }),
    orFallback(context.call('GET /api/moderation/notices'), null),
  ])
  // Someone with several chats has one face, which leads to the latest.
  const people = new Map<string, PersonToRead>()
  for (const { id, card } of chats.list) {
    if (!people.has(card.id)) people.set(card.id, { chatId: id, cardId: card.id, name: card.name, avatar: card.avatar })
  }
  return {
    people: [...people.values()],
    newDecisions: notices?.unread ?? 0,
    // The current balance: the one in the root data may be many messages old.
    wallet: context.person?.wallet ?? null,
    messagePrice: context.config.messages_counted ? context.config.message_price : null,
  }
}

interface PersonToRead {
  chatId: string
  cardId: string
  name: string
  avatar: string | null
}

interface MeFrameProps {
  /** Characters that the person has talked with lately. */
  people: readonly PersonToRead[]
  /** How many decisions about the person’s things and reports they have not read. */
  newDecisions: number
  wallet: User['wallet'] | null
  /** What a reply of the site's usual model takes; null where no model takes messages. */
  messagePrice: number | null
  /** Which kind of own cards the page lists. */
  shows: 'characters' | 'groups'
  children: ReactNode
}

/** The frame of both profile pages: the person and their balance, beside their cards. */
export function MeFrame({
  people,
  newDecisions: loadedDecisions,
  wallet: loadedWallet,
  messagePrice,
  shows,
  children,
}: MeFrameProps) {
  useKeepFocus()
  const { person } = useSession()
  const newDecisions = useStore(latestNotice)?.unread ?? loadedDecisions
  const wallet = useLoadedWallet(loadedWallet)
  const text = useText()
  const locale = useLocale()
  const current = (kind: MeFrameProps['shows']) => (shows === kind ? 'page' : undefined)
  return (
    <div className="me">
      <div className="me-side">
        <PersonHead />
        {wallet && !person?.teen ? <Balance wallet={wallet} messagePrice={messagePrice} /> : null}
        {person && !person.teen && (person.member.active || !person.offers_paused) ? (
          <Membership member={person.member} pricePath={pathTo('AboutView', locale)} />
        ) : null}
        {wallet && !person?.teen ? <BalanceUse wallet={wallet} messagePrice={messagePrice} /> : null}
      </div>
      <div className="me-main">
        {newDecisions > 0 ? (
          <Banner icon="flag">
            <Link className="me-news" to={pathTo('decisions', locale)}>
              <span>
                {text('moderation.notices.title')} · {text('moderation.notices.unread', { count: newDecisions })}
              </span>
              <Icon name="caret-right" size="small" mirror />
            </Link>
          </Banner>
        ) : null}
        {people.length > 0 ? <People people={people} /> : null}
        <div className="me-kinds">
          <nav className="segments" aria-label={text('explore.kindLabel')}>
            <Link to={pathTo('me', locale)} aria-current={current('characters')} preventScrollReset>
              {text('explore.tabs.characters')}
            </Link>
            <Link to={pathTo('me-groups', locale)} aria-current={current('groups')} preventScrollReset>
              {text('explore.tabs.groups')}
            </Link>
          </nav>
          <div className="me-ways">
            <LinkButton to={pathTo(shows === 'groups' ? 'createGroups' : 'createSingle', locale)} size="small">
              <Icon name="plus" size="small" />
              {text('shell.tabs.create')}
            </LinkButton>
            {person?.teen ? null : (
              <LinkButton to={pathTo('AiGeneratedImage', locale)} size="small">
                <Icon name="image" size="small" />
                {text('sketch.paint.me')}
              </LinkButton>
            )}
          </div>
        </div>
        {children}
      </div>
      <AccountList />
    </div>
  )
}

/** The characters that the person has talked with lately, each with the way back into the conversation. */
function People({ people }: { people: readonly PersonToRead[] }) {
  const text = useText()
  const locale = useLocale()
  return (
    <section>
      <h2 className="title-3 me-people-title">{text('pages.me.people')}</h2>
      <ul className="me-people">
        {people.map(({ chatId, cardId, name, avatar }) => (
          <li key={chatId}>
            <Link to={pathTo('chat', locale, {}, { chat_id: chatId })}>
              <CharacterAvatar url={avatar} id={cardId} name={name} size="large" />
              <span className="caption" dir="auto">
                {name}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Length of the first page of each list. */
const PAGE_SIZES = { characters: 8, groups: 4, ledger: 8 }

/** Only the latest invitations are of interest. */
const INVITATION_COUNT = 5

/** Reads the asset filter from the address; an unknown value means both assets. */
function readFilter(params: URLSearchParams): LedgerFilter {
  const asset = params.get('asset')
  return asset === 'coin' || asset === 'message' ? asset : null
}

/** Loads the lists of the profile page, each from the cursor in the address. */
export async function loadMeLists(context: PageContext, params: URLSearchParams) {
  const from = (list: keyof typeof PAGE_SIZES) => ({ cursor: params.get(list) ?? undefined, limit: PAGE_SIZES[list] })
  const shown = readFilter(params)
  const [characters, groups, ledger, sent] = await Promise.all([
    context.call('GET /api/user/favourites', { query: { type: 'single', ...from('characters') } }),
    context.call('GET /api/user/favourites', { query: { type: 'multiple', ...from('groups') } }),
    context.call('GET /api/user/ledger', { query: { ...from('ledger'), ...(shown && { asset: shown }) } }),
    context.call('GET /api/invitation/list', { query: { limit: INVITATION_COUNT } }),
  ])
  return {
    characters: { items: shelvedCards(characters.list), next: characters.next_cursor },
    groups: { items: shelvedStories(groups.list), next: groups.next_cursor },
    sent: sent.list,
    ledger: {
      items: ledger.list,
      next: ledger.next_cursor,
      shown,
      isAsked: params.has('asset') || params.has('ledger'),
    },
  }
}
