import type { PatternName } from '../../ui/pattern.ts'

export type HeroName = 'wall' | 'line' | 'homeScreen'
export type FeatureName = 'moods' | 'versions' | 'language' | 'outbox' | 'thumb' | 'everywhere'

interface CampaignShape {
  hero: HeroName
  /** Names the hero's texts: `landing.<words>`, and title and description in `pages.landing.<words>`. */
  words: string
  /** What the page tells of the product, in this order. Only what works today. */
  features: readonly FeatureName[]
  /** Who is wanted in the pictures, by id; who is not in the library gives way to whoever is liked most. */
  speakers: readonly string[]
  /** Colour of the hero's ground, where it should go with the picture of who is wanted first. */
  cloth?: PatternName
}

/** The campaigns, by page: another one is a line here, its texts, and a page of three lines. */
export const CAMPAIGNS = {
  landPage: { hero: 'wall', words: 'welcome', features: ['moods', 'versions', 'language'], speakers: ['june', 'bram'] },
  dopaming: {
    hero: 'wall',
    words: 'evening',
    features: ['language', 'outbox', 'versions'],
    speakers: ['wren', 'kenji'],
  },
  dopamingsv2: {
    hero: 'line',
    words: 'opening',
    features: [],
    speakers: ['ilse', 'wren', 'pip', 'noor'],
    cloth: 'tide',
  },
  IosLanding: {
    hero: 'homeScreen',
    words: 'ios',
    features: ['thumb', 'outbox', 'everywhere'],
    speakers: ['june', 'ilse'],
  },
} as const satisfies Record<string, CampaignShape>

export type CampaignName = keyof typeof CAMPAIGNS
export type CampaignWords = (typeof CAMPAIGNS)[CampaignName]['words']
