import type { PatternName } from '../../ui/pattern.ts'

type HeroName = 'wall' | 'line' | 'homeScreen'
export type FeatureName = 'moods' | 'versions' | 'language' | 'outbox' | 'thumb' | 'everywhere'

interface CampaignShape {
  hero: HeroName
  /** Key of the hero's texts: `landing.<words>`, with title and description in `pages.landing.<words>`. */
  words: string
  /** The features on the page, in this order. Only those that exist today. */
  features: readonly FeatureName[]
  /** Preferred characters by id; those that the library lacks are replaced by the most liked ones. */
  speakers: readonly string[]
  /** Background colour of the hero, if it should match the picture of the first character. */
  cloth?: PatternName
}

/** The campaigns by page. A new one needs an entry here, its texts, and a page of three lines. */
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
