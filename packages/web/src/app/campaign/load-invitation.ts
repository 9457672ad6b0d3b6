import type { ApiData } from '@everkin/contract/api-types.ts'
import type { LoaderFunctionArgs } from 'react-router'
import { toSpeaker } from '../../features/landing/speaker.ts'
import { cardPicture } from '../page-meta.ts'
import { orPageError, pageTools, refusalName } from '../page-tools.ts'
import { loadSpeakers } from './load-campaign.ts'

const TEXTS = [
  'pages.invitation',
  'landing.invitation',
  'landing.quote',
  'landing.opening',
  'landing.trust',
  'landing.fiction',
  'landing.adults',
  'landing.features.versions',
  'landing.features.language',
  'landing.features.everywhere',
  'wallet.coins',
  'wallet.messages',
  'blocks.action',
  'safety.report',
]

type Info = ApiData<'GET /api/invitation/info'>

/** Loads the page behind an invitation link: the letter, or other characters if the code is unknown. */
export async function loadInvitation(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, TEXTS)
  const code = new URL(args.request.url).searchParams.get('code') ?? ''
  const info =
    code === ''
      ? null
      : await orPageError(orNullWhenUnknown(context.call('GET /api/invitation/info', { query: { code } })))
  const description = text('pages.invitation.description')
  if (!info) {
    const speakers = (await loadSpeakers(context, ['wren', 'ilse', 'kenji'])).slice(0, 3)
    const isUnknown = code !== ''
    return {
      texts,
      title: title(text('pages.invitation.title')),
      description,
      unlisted: isUnknown,
      isUnknown,
      speakers,
      letter: null,
    }
  }
  const { card, friend_name, ...rest } = info
  const friend = { name: friend_name || text('landing.invitation.friend'), avatar: info.friend_avatar }
  const speaker = card && toSpeaker(card, card.hook?.line ?? null)
  return {
    texts,
    title: title(text('landing.invitation.title', { friendName: friend.name })),
    description: speaker ? text('landing.invitation.aiNote', { name: speaker.name }) : description,
    picture: speaker && cardPicture(speaker.picture, speaker.name),
    unlisted: true,
    isSent: true,
    isUnknown: false,
    speakers: [],
    letter: { ...rest, code, friend, speaker, avatar: card?.avatar ?? null },
  }
}

/** Resolves to null for an unknown code. */
async function orNullWhenUnknown(call: Promise<Info>): Promise<Info | null> {
  try {
    return await call
  } catch (error) {
    const name = refusalName(error)
    if (name === 'InvitationExpired' || name === 'InvalidInput') return null
    throw error
  }
}
