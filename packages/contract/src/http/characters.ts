import { z } from 'zod'
import { MultipleCard, SingleCard, Tag } from '../entities/cards.ts'
import { Id } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { operation } from '../operation.ts'
import { EmptyData, PageQuery, pageOf } from '../pagination.ts'

const CardListQuery = PageQuery.extend({
  q: z.string().max(LIMITS.searchLength).optional(),
  tag: z.string().max(100).optional(),
  sort: z.enum(['for_you', 'popular', 'new']).optional(),
})

export const characters = {
  cardTags: operation({
    method: 'GET',
    path: '/api/chat/cardTags',
    summary: 'Tags in use, most used first, named in the reader’s language.',
    access: 'open',
    query: z.object({ type: z.enum(['single', 'multiple']).optional() }),
    data: z.array(Tag),
    errors: ['InvalidInput'],
  }),
  singleCardList: operation({
    method: 'GET',
    path: '/api/chat.Single/cardList',
    summary: 'Public characters: search over names, taglines and tags in any script, tolerating typos.',
    access: 'open',
    query: CardListQuery.extend({ gender: z.enum(['male', 'female', 'other']).optional() }),
    data: pageOf(SingleCard),
    errors: ['InvalidInput'],
  }),
  singleCardInfo: operation({
    method: 'GET',
    path: '/api/chat.Single/cardInfo',
    summary: 'One character.',
    access: 'open',
    query: z.object({ id: Id }),
    data: SingleCard,
    errors: ['InvalidInput', 'NotFound', 'AgeNotOpen'],
  }),
  similarCards: operation({
    method: 'GET',
    path: '/api/chat/similarCards',
    summary: 'Cards of the same kind that share the most tags with this one, most popular first.',
    access: 'open',
    query: z.object({ id: Id, limit: z.coerce.number().int().min(1).max(24).default(6) }),
    data: z.array(z.discriminatedUnion('type', [SingleCard, MultipleCard])),
    errors: ['InvalidInput', 'NotFound', 'AgeNotOpen'],
  }),
  featuredCards: operation({
    method: 'GET',
    path: '/api/chat/featuredCards',
    summary: 'The characters that operators feature, latest first.',
    access: 'open',
    data: z.array(SingleCard),
    errors: [],
  }),
  multipleCardList: operation({
    method: 'GET',
    path: '/api/chat.Multiple/cardList',
    summary: 'Public group cards; with `id`, that one.',
    access: 'open',
    query: CardListQuery.extend({ id: Id.optional() }),
    data: pageOf(MultipleCard),
    errors: ['InvalidInput', 'NotFound', 'AgeNotOpen'],
  }),
  favourites: operation({
    method: 'GET',
    path: '/api/user/favourites',
    summary: 'Cards the person has liked and can still see, latest like first.',
    access: 'person',
    query: PageQuery.extend({ type: z.enum(['single', 'multiple']).default('single') }),
    data: pageOf(z.discriminatedUnion('type', [SingleCard, MultipleCard])),
    errors: ['NotSignedIn', 'InvalidInput'],
  }),
  like: operation({
    method: 'POST',
    path: '/api/chat/like',
    summary: 'Likes a card, or removes the like.',
    access: 'person',
    body: z.object({ card_id: Id, on: z.boolean() }),
    data: EmptyData,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'AgeNotOpen'],
  }),
} as const
